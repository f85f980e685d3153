// Keys, and what comes from keyboards on a screen.

let rebus = false;

function erase() {
  if (!letters[here] || isLocked(here)) step(-1);
  if (rebus) put(here, split(letters[here]).slice(0, -1).join(""));
  else put(here, "");
  inputs[here].select();
}

function space() {
  if (!settings.space_clears) return changeDirection();
  put(here, "");
  return step(1);
}

function toggleBlack() {
  const wasEmpty = letters[here] === "";
  put(here, letters[here] === BLACK ? "" : BLACK);
  advance(wasEmpty);
}

const ahead = puzzle.rtl ? -1 : 1;
const keys = {
  ArrowRight: () => arrow(0, ahead),
  ArrowLeft: () => arrow(0, -ahead),
  ArrowDown: () => arrow(1, 0),
  ArrowUp: () => arrow(-1, 0),
  Home: () => toEnd(true),
  End: () => toEnd(false),
  " ": space,
  Enter: () => (rebus ? (endRebus(), step(1)) : changeDirection()),
  Escape: endRebus,
  Insert: () => setRebus(!rebus),
  Backspace: erase,
  Delete: () => put(here, ""),
};
if (puzzle.diagramless) keys["."] = toggleBlack;

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  begin();
  if (event.key === "Tab") {
    // At either end, Tab leaves the grid, so that nobody is trapped in it.
    if (byClue(event.shiftKey ? -1 : 1)) event.preventDefault();
    return;
  }
  const action = keys[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

function onShortcut(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) redo();
  else undo();
}

function onInput(event) {
  const input = event.target;
  if (event.isComposing && composes) return;
  const cell = inputs.indexOf(input);
  const before = letters[cell];
  const typed = normalise(input.value.replaceAll(EMPTY, "").replace(/\s/g, ""));
  if (typed === "") {
    input.value = before || EMPTY;
    if (event.inputType?.startsWith("delete")) erase();
    else if (event.data === " ") space();
    return;
  }
  if (puzzle.diagramless && event.data === ".") {
    input.value = before || EMPTY;
    toggleBlack();
    return;
  }
  take(cell, before, typed, event.data);
}

function take(cell, before, typed, data) {
  if (rebus) {
    put(cell, typed);
    show(cell);
    const end = inputs[cell].value.length;
    inputs[cell].setSelectionRange(end, end);
    return;
  }
  const fresh = split(normalise(data ?? "").trim());
  const all = split(typed);
  const token = fresh.at(-1) ?? all.find((letter) => letter !== before) ?? all.at(-1);
  put(cell, token);
  show(cell);
  advance(before === "");
}

function setRebus(on) {
  rebus = on;
  $("rebus").setAttribute("aria-pressed", String(on));
  inputs[here].focus();
  say(on ? text("type_rebus") : "");
}

function endRebus() {
  if (rebus) setRebus(false);
}

// The arrow keys move through a list of clues; Enter and Space go to the grid.
function onClueKey(event) {
  const button = event.target.closest(".go");
  if (!button) return;
  const buttons = [...button.closest("ol").querySelectorAll(".go")];
  const at = buttons.indexOf(button);
  const next = {
    ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1,
  }[event.key];
  if (!buttons[next]) return;
  event.preventDefault();
  buttons.forEach((other, index) => { other.tabIndex = index === next ? 0 : -1; });
  buttons[next].focus();
}
