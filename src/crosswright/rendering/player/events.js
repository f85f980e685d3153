// What happens, for a site that keeps statistics: an event on the document and, where the page is
// embedded in another, a message to that. Letters are never part of it, and nothing is sent anywhere.

function tell(type) {
  const detail = {
    type,
    puzzle: puzzle.key,
    title: document.title,
    seconds,
    filled: letters.filter(Boolean).length,
    cells: inputs.length,
    ...used,
    solved,
  };
  document.dispatchEvent(new CustomEvent("crosswright", { detail }));
  if (window.parent !== window) window.parent.postMessage({ crosswright: detail }, "*");
}

// Where the page is embedded, Alt and a digit are a key of the page around it, which does not hear
// the keyboard while the focus is here.
document.addEventListener("keydown", ({ altKey, ctrlKey, metaKey, code }) => {
  if (window.parent === window || !altKey || ctrlKey || metaKey || !code.startsWith("Digit")) return;
  window.parent.postMessage({ crosswright: { type: "key", alt: code.slice(-1) } }, "*");
});
