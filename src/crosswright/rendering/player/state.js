// What the solver has done: letters, time, position. It is saved in localStorage, under a key derived
// from the content of the puzzle.

const letters = inputs.map((_, cell) => given[cell] ?? puzzle.progress[cell] ?? "");
const wrong = new Set();
const revealed = new Set();
const used = { checks: 0, reveals: 0 };
let here = slots[0]?.cells[0] ?? 0;
let slot = slotsAt[here]?.[0] ?? 0; // an index into slots
let chosen = order[0] ?? 0; // the clue that is shown while the slot has none
let seconds = 0;
let solved = false;
let canSave = true;

const isLocked = (cell) => given[cell] !== null || revealed.has(cell) || solved;

function save() {
  if (!canSave) return;
  const state = {
    version: 1, letters, wrong: [...wrong], revealed: [...revealed], ...used, seconds, solved, here,
    slot,
  };
  try {
    localStorage.setItem(puzzle.key, JSON.stringify(state));
  } catch {
    canSave = false;
    say(text("cannot_save"));
  }
}

function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function load() {
  const state = stored(puzzle.key);
  if (state?.version !== 1 || !Array.isArray(state.letters)) return;
  const isCell = (cell) => Number.isInteger(cell) && cell >= 0 && cell < inputs.length;
  const isCount = (value) => Number.isFinite(value) && value >= 0;
  state.letters.forEach((token, cell) => {
    if (isCell(cell) && given[cell] === null && typeof token === "string") letters[cell] = token;
  });
  for (const [target, cells] of [[wrong, state.wrong], [revealed, state.revealed]]) {
    target.clear();
    if (Array.isArray(cells)) cells.filter(isCell).forEach((cell) => target.add(cell));
  }
  if (isCount(state.checks)) used.checks = state.checks;
  if (isCount(state.reveals)) used.reveals = state.reveals;
  if (isCount(state.seconds)) seconds = Math.floor(state.seconds);
  solved = state.solved === true;
  if (isCell(state.here)) here = state.here;
  slot = slotsAt[here].includes(state.slot) ? state.slot : slotsAt[here][0] ?? slot;
}

// -- changes, which can be undone --

const done = []; // actions, each a list of {cell, before, after}
const undone = [];

function change(tokens) {
  const action = tokens
    .filter(([cell, token]) => !isLocked(cell) && letters[cell] !== token)
    .map(([cell, token]) => ({ cell, before: letters[cell], after: token }));
  begin();
  if (!action.length) return;
  done.push(action);
  undone.length = 0;
  apply(action, "after");
}

const put = (cell, token) => change([[cell, token]]);

function apply(action, side) {
  const full = slots.map((_, index) => isFull(index));
  action.forEach(({ cell, [side]: token }) => {
    letters[cell] = token;
    wrong.delete(cell);
    show(cell);
  });
  if (slots.some((_, index) => isFull(index) && !full[index])) tell("progress");
  showTools();
  finish();
  save();
}

function travel(from, to, side) {
  const action = from.pop()?.filter(({ cell }) => !isLocked(cell));
  if (!action) return;
  to.push(action);
  apply(action, side);
  if (action.length === 1) go(action[0].cell);
  showTools();
}

const undo = () => travel(done, undone, "before");
const redo = () => travel(undone, done, "after");

function finish() {
  if (solved || !letters.every(Boolean)) return;
  if (isSolved()) {
    solved = true;
    say(text("solved", { time: clock(seconds) }));
    showTools();
    tell("solved");
    save();
  } else if (tellsLetters || puzzle.hashes) {
    say(text("not_right"));
  }
}
