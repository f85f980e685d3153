// Files dropped anywhere on the page.

export function listenForDrops(onFiles) {
  const hasFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  let depth = 0;
  const show = (isOver) => document.body.classList.toggle("dropping", isOver);
  window.addEventListener("dragenter", (event) => { if (hasFiles(event)) { depth += 1; show(true); } });
  window.addEventListener("dragleave", (event) => { if (hasFiles(event)) { depth -= 1; if (depth <= 0) { depth = 0; show(false); } } });
  window.addEventListener("dragover", (event) => { if (hasFiles(event)) event.preventDefault(); });
  window.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth = 0;
    show(false);
    onFiles([...event.dataTransfer.files]);
  });
}
