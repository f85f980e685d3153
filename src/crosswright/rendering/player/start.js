// Listen to the solver, and begin where they left.

function listenToGrid() {
  let pressed = -1; // the cell that had the focus when the pointer went down
  const cellOf = (event) => inputs.indexOf(event.target);
  const grid = document.querySelector(".grid");
  grid.addEventListener("pointerdown", () => { pressed = inputs.indexOf(document.activeElement); });
  grid.addEventListener("click", (event) => {
    const cell = cellOf(event);
    if (cell < 0) return;
    begin();
    if (cell === pressed) changeDirection();
    else go(cell);
    pressed = -1;
  });
  grid.addEventListener("focusin", (event) => {
    const cell = cellOf(event);
    // Who comes from elsewhere hears the clue; after that, only changes of it.
    if (!grid.contains(event.relatedTarget)) event.target.setAttribute("aria-describedby", "clue");
    if (cell >= 0 && cell !== here) go(cell, slot, false);
  });
  grid.addEventListener("focusout", (event) => event.target.removeAttribute("aria-describedby"));
  grid.addEventListener("keydown", onKey);
  grid.addEventListener("input", onInput);
  grid.addEventListener("compositionend", (event) => {
    if (!composes) return;
    const cell = cellOf(event);
    const typed = normalise(event.data ?? "");
    if (typed) take(cell, letters[cell], rebus ? letters[cell] + typed : typed, typed);
  });
}

function listenToClues() {
  clueItems.forEach((item, index) => item.addEventListener("click", () => toSlot(index)));
  document.querySelector(".clues")?.addEventListener("keydown", onClueKey);
  $("previous").addEventListener("click", previousClue);
  $("next").addEventListener("click", nextClue);
  document.addEventListener("click", (event) => {
    const reference = event.target.closest?.("a.reference");
    if (!reference) return;
    event.preventDefault();
    event.stopPropagation();
    toSlot(Number(reference.dataset.slot));
  }, true);
}

function listenToTools() {
  const actions = {
    undo, redo, clear,
    pause: () => pause(!paused),
    rebus: () => setRebus(!rebus),
    black: () => { toggleBlack(); inputs[here].focus(); },
    print: () => window.print(),
  };
  Object.entries(actions).forEach(([id, action]) => $(id)?.addEventListener("click", action));
  document.querySelectorAll("[data-do]").forEach((button) => {
    button.addEventListener("click", () => {
      button.closest("details").open = false;
      (button.dataset.do === "check" ? check : reveal)(button.dataset.scope);
      inputs[here].focus();
    });
  });
  const openMenus = () => [...document.querySelectorAll(".menu[open]")];
  document.addEventListener("click", (event) => {
    openMenus().forEach((menu) => { if (!menu.contains(event.target)) menu.open = false; });
  });
  document.addEventListener("keydown", (event) => {
    onShortcut(event);
    if (event.key !== "Escape") return;
    openMenus().forEach((menu) => {
      menu.open = false;
      menu.querySelector("summary").focus();
    });
  });
}

function resume() {
  load();
  everywhere().forEach(show);
  showTime();
  showTools();
  showPosition();
  say(solved ? text("solved", { time: clock(seconds) }) : "");
}

// What was stored last may reach this page only after it has loaded: from another page with the same
// puzzle, or from this one before it was loaded anew. A page that somebody solves in keeps its own.
function listenToStorage() {
  window.addEventListener("storage", (event) => {
    if (event.key !== puzzle.key || started) return;
    resume();
    if (inputs.includes(document.activeElement)) go(here);
  });
}

function start() {
  loadSettings();
  resume();
  document.querySelectorAll(".tools, .current").forEach((part) => { part.hidden = false; });
  listenToGrid();
  listenToClues();
  listenToTools();
  listenToStorage();
  // A page that nobody has touched leaves alone what it may have failed to load.
  const leave = () => started && save();
  document.addEventListener("visibilitychange", () => document.hidden && leave());
  window.addEventListener("pagehide", leave);
  setInterval(tick, 1000);
  if (window.matchMedia("(pointer: fine)").matches) go(here);
}

if (inputs.length) start();
