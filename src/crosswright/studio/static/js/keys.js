// One table defines every key; the sheet of keys, the hints on buttons and the handlers read it.

// Where a key works: in the grid, in a clue's field, in a panel beside the grid, or anywhere.
export const COMMANDS = [
  { id: "left", group: "Move", label: "Turn across, then move left", keys: ["ArrowLeft"], in: "grid" },
  { id: "right", group: "Move", label: "Turn across, then move right", keys: ["ArrowRight"], in: "grid" },
  { id: "up", group: "Move", label: "Turn down, then move up", keys: ["ArrowUp"], in: "grid" },
  { id: "down", group: "Move", label: "Turn down, then move down", keys: ["ArrowDown"], in: "grid" },
  { id: "turn", group: "Move", label: "Other direction", keys: ["Space"], in: "grid" },
  { id: "next", group: "Move", label: "Next slot; leaves the grid after the last", keys: ["Tab"], in: "grid" },
  { id: "previous", group: "Move", label: "Previous slot; leaves the grid before the first", keys: ["Shift+Tab"], in: "grid" },
  { id: "first", group: "Move", label: "Start of the slot", keys: ["Home"], in: "grid" },
  { id: "last", group: "Move", label: "End of the slot", keys: ["End"], in: "grid" },
  { id: "tightest", group: "Move", label: "Go to the tightest slot", keys: ["!"], in: "grid" },
  { id: "back", group: "Write", label: "Delete and move back", keys: ["Backspace"], in: "grid" },
  { id: "delete", group: "Write", label: "Delete", keys: ["Delete"], in: "grid" },
  { id: "rebus", group: "Write", label: "Rebus: several letters in one square", keys: ["Escape", "Insert"], in: "grid" },
  { id: "block", group: "Draw", label: "Block, with the symmetric ones", keys: ["."], in: "grid" },
  { id: "bar", group: "Draw", label: "Bars of the square", keys: [","], in: "grid" },
  { id: "circle", group: "Draw", label: "Circle", keys: ["`"], in: "grid" },
  { id: "shade", group: "Draw", label: "Shade", keys: ["~"], in: "grid" },
  { id: "note", group: "Draw", label: "Note on the square", keys: [";"], in: "grid" },
  { id: "selectLeft", group: "Select", label: "Extend the region left", keys: ["Shift+ArrowLeft"], in: "grid" },
  { id: "selectRight", group: "Select", label: "Extend the region right", keys: ["Shift+ArrowRight"], in: "grid" },
  { id: "selectUp", group: "Select", label: "Extend the region up", keys: ["Shift+ArrowUp"], in: "grid" },
  { id: "selectDown", group: "Select", label: "Extend the region down", keys: ["Shift+ArrowDown"], in: "grid" },
  { id: "selectAll", group: "Select", label: "Select the whole grid", keys: ["Ctrl+A"], in: "grid" },
  { id: "fill", group: "Fill", label: "Start or pause autofill", keys: ["Ctrl+Enter"], in: "anywhere" },
  { id: "construct", group: "Fill", label: "Theme and pattern", keys: ["F8"], in: "anywhere" },
  { id: "acceptWord", group: "Fill", label: "Accept the pencilled word", keys: ["Enter"], in: "grid" },
  { id: "acceptAll", group: "Fill", label: "Accept the whole fill", keys: ["Shift+Enter"], in: "grid" },
  { id: "clue", group: "Go to", label: "Clue of the slot", keys: ["F2"], in: "anywhere" },
  { id: "candidates", group: "Go to", label: "Candidates of the slot", keys: ["F4"], in: "anywhere" },
  { id: "grid", group: "Go to", label: "Back to the grid", keys: ["Escape"], in: "panel" },
  { id: "viewEditor", group: "Go to", label: "Editor", keys: ["Alt+1"], in: "anywhere" },
  { id: "viewClues", group: "Go to", label: "Clues", keys: ["Alt+2"], in: "anywhere" },
  { id: "viewWords", group: "Go to", label: "Words", keys: ["Alt+3"], in: "anywhere" },
  { id: "viewPlay", group: "Go to", label: "Play", keys: ["Alt+4"], in: "anywhere" },
  { id: "viewExport", group: "Go to", label: "Export and print", keys: ["Alt+5"], in: "anywhere" },
  { id: "undo", group: "Puzzle", label: "Undo", keys: ["Ctrl+Z"], in: "anywhere" },
  { id: "redo", group: "Puzzle", label: "Redo", keys: ["Ctrl+Shift+Z", "Ctrl+Y"], in: "anywhere" },
  { id: "save", group: "Puzzle", label: "Save", keys: ["Ctrl+S"], in: "anywhere" },
  { id: "acceptDraft", group: "Clues", label: "Accept the draft and go on", keys: ["Ctrl+Enter"], in: "clue" },
  { id: "keys", group: "Puzzle", label: "Show the keys", keys: ["?"], in: "grid" },
];

const NAMED = { " ": "Space", Spacebar: "Space", Esc: "Escape", Del: "Delete" };

// How a key event is written in the table. Shift counts only where it does not make another sign.
export function chord(event) {
  const key = NAMED[event.key] ?? event.key;
  const isAltGraph = event.getModifierState?.("AltGraph");
  const isSign = key.length === 1;
  const parts = [];
  if (!isAltGraph && (event.ctrlKey || event.metaKey)) parts.push("Ctrl");
  if (!isAltGraph && event.altKey) parts.push("Alt");
  if (event.shiftKey && (!isSign || parts.length)) parts.push("Shift");
  // With Alt, some systems make another sign of the key: the key itself is meant.
  const plain = parts.includes("Alt") && /^Digit\d$/.test(event.code ?? "") ? event.code.slice(5) : key;
  return [...parts, parts.length && isSign ? plain.toUpperCase() : key].join("+");
}

export const isSign = (text) => text.length > 0 && !text.includes("+", 1) && [...text].length === 1;

const SIGNS = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Enter: "⏎", Escape: "Esc", Shift: "⇧", Insert: "Ins", Delete: "Del", Backspace: "⌫" };

export const keyText = (keys) => keys.split(/(?<=.)\+/).map((key) => SIGNS[key] ?? key).join(keys.startsWith("Shift+") ? "" : " ");

export class Keymap {
  constructor(changes = {}) { this.use(changes); }

  // Take over the user's changes: {id: [keys]}.
  use(changes) {
    this.changes = { ...changes };
    this.keys = new Map(COMMANDS.map(({ id, keys }) => [id, this.changes[id] ?? keys]));
    this.commands = { grid: new Map(), clue: new Map(), panel: new Map(), anywhere: new Map() };
    for (const { id, in: place } of COMMANDS) {
      for (const key of this.keys.get(id)) this.commands[place].set(key, id);
    }
  }

  // The command of a key in a place, or undefined.
  command(key, place) {
    return this.commands[place]?.get(key) ?? this.commands.anywhere.get(key);
  }

  hint(id) { return keyText(this.keys.get(id)[0] ?? ""); }

  // The command that already has a key in the place of another, or undefined.
  rival(id, key) {
    const place = COMMANDS.find((command) => command.id === id).in;
    return COMMANDS.find((other) => other.id !== id && [place, "anywhere"].includes(other.in) && this.keys.get(other.id).includes(key));
  }

  remap(id, key) { this.use({ ...this.changes, [id]: [key] }); }

  reset() { this.use({}); }
}
