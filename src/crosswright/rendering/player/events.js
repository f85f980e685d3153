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
