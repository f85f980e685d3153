// What each operation does to a document's state: the same rules as on the server.
//
// States are never changed in place below their parts: a copy of the parts shares the values.

import { capital } from "./letters.js";
import { barOrbit, cellOrbit } from "./symmetry.js";

export const keyOf = (row, column) => `${row},${column}`;

export function copyOf(state) {
  return Object.fromEntries(Object.entries(state).map(([part, values]) => [part, { ...values }]));
}

const isEqual = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);

// Whether two states show the same: mostly so, when the server has answered what was expected.
export function isSame(state, other) {
  const parts = Object.keys(state);
  return parts.length === Object.keys(other).length && parts.every((part) => {
    const keys = Object.keys(state[part]);
    return keys.length === Object.keys(other[part] ?? {}).length && keys.every((key) => isEqual(state[part][key], other[part][key]));
  });
}

export function applyChanges(state, changes) {
  for (const [part, key, , after] of changes) {
    if (!state[part]) state[part] = {};
    if (after === null) delete state[part][key];
    else state[part][key] = after;
  }
}

// Change some fields of a cell; false, null and "" remove a field.
function change(state, key, fields) {
  const cell = { ...state.cells[key], ...fields };
  for (const [name, value] of Object.entries(cell)) if (!value) delete cell[name];
  if (Object.keys(cell).length) state.cells[key] = cell;
  else delete state.cells[key];
}

const isOpen = (state, key) => !state.cells[key]?.block && !state.cells[key]?.void;

const put = (state, key, letter, pencil) => change(state, key, { letter: capital(letter), pencil: Boolean(letter) && pencil });

const keysOf = (state, cells) => (cells ? cells.map(([row, column]) => keyOf(row, column)) : Object.keys(state.cells));

const symmetryOf = (state, op) => op.symmetry ?? state.settings.symmetry ?? "none";

function toggleBlock(state, op) {
  const { height, width } = state.size;
  for (const [row, column] of op.cells) {
    for (const index of cellOrbit(row * width + column, symmetryOf(state, op), height, width)) {
      const key = keyOf(Math.floor(index / width), index % width);
      const closed = op.to === "open" ? {} : { letter: "", pencil: false, circle: false, given: false };
      change(state, key, { ...closed, block: op.to === "block", void: op.to === "void" });
    }
  }
}

function toggleBar(state, op) {
  const { height, width } = state.size;
  for (const [row, column, side] of op.bars) {
    for (const bar of barOrbit({ cell: row * width + column, side }, symmetryOf(state, op), height, width)) {
      const key = `${keyOf(Math.floor(bar.cell / width), bar.cell % width)} ${bar.side}`;
      if (op.on) state.bars[key] = true;
      else delete state.bars[key];
    }
  }
}

function setClue(state, { slot, text, draft, enumeration, hint }) {
  const clue = { ...state.clues[slot] };
  if (text !== undefined) {
    if (text !== (clue.text ?? "")) { delete clue.html; delete clue.references; }
    delete clue.draft;
    clue.text = text;
  }
  if (enumeration !== undefined) clue.enumeration = enumeration;
  if (hint !== undefined) clue.hint = hint;
  if (draft !== undefined) clue.draft = draft && Boolean(clue.text);
  const kept = Object.entries(clue).filter(([, value]) => value && value.length !== 0);
  if (kept.length) state.clues[slot] = { text: "", ...Object.fromEntries(kept) };
  else delete state.clues[slot];
}

function assignAll(part, removes) {
  return (state, { op, ...fields }) => {
    for (const [name, value] of Object.entries(fields)) {
      if (removes(value)) delete state[part][name];
      else state[part][name] = value;
    }
  };
}

const APPLY = {
  set_cells(state, { cells, pencil = false }) {
    for (const [row, column, letter] of cells) {
      const key = keyOf(row, column);
      if (isOpen(state, key)) put(state, key, letter, pencil);
    }
  },
  toggle_block: toggleBlock,
  toggle_bar: toggleBar,
  mark(state, { op, cells, ...fields }) {
    for (const key of keysOf(state, cells)) change(state, key, fields);
  },
  set_clue: setClue,
  set_theme(state, { slot, on }) {
    if (on) state.theme[slot] = true;
    else delete state.theme[slot];
  },
  set_meta: assignAll("meta", (value) => !value),
  set_rules: assignAll("rules", (value) => value === null || (typeof value === "object" && !Object.keys(value).length)),
  set_settings: assignAll("settings", (value) => value === null),
  set_lists: assignAll("lists", () => false),
  accept(state, { cells }) {
    for (const key of keysOf(state, cells)) if (state.cells[key]?.pencil) change(state, key, { pencil: false });
  },
  erase_pencil(state, { cells }) {
    for (const key of keysOf(state, cells)) if (state.cells[key]?.pencil) change(state, key, { letter: "", pencil: false });
  },
  apply_fill(state, { cells }) {
    for (const [row, column, letter] of cells) {
      const key = keyOf(row, column);
      const current = state.cells[key];
      if (isOpen(state, key) && (!current?.letter || current.pencil)) put(state, key, letter, true);
    }
  },
  clear_letters(state, { cells }) {
    for (const key of keysOf(state, cells)) if (state.cells[key]?.letter) change(state, key, { letter: "", pencil: false });
  },
};

// Apply an operation. One that is not known here, such as a new size, waits for the server's answer.
export function applyOperation(state, operation) {
  APPLY[operation.op]?.(state, operation);
}
