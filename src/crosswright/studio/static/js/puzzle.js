// A document's state as the page reads it: squares in one array, slots, clues by label.

import { keyOf } from "./operations.js";
import { findSlots } from "./slots.js";

const NO_CLUE = Object.freeze({ text: "" });

export class Puzzle {
  constructor(state, previous) {
    this.state = state;
    this.height = state.size.height;
    this.width = state.size.width;
    this.bars = state.bars;
    this.cells = Array.from({ length: this.height * this.width }, (_, index) => this.read(index));
    const kinds = this.cells.map(({ kind }) => kind[0]).join("");
    this.structure = `${this.width}|${kinds}|${Object.keys(state.bars).sort().join()}|${JSON.stringify(state.parts?.extra ?? "")}`;
    this.slots = previous?.structure === this.structure ? previous.slots : this.findSlots();
    for (const key of Object.keys(state.theme)) {
      for (const cell of this.slots.byKey.get(key)?.cells ?? []) this.cells[cell].theme = true;
    }
  }

  read(index) {
    const cell = this.state.cells[this.key(index)];
    if (!cell) return { kind: "open", token: "" };
    const { block, void: isVoid, letter = "", ...marks } = cell;
    return { kind: block ? "block" : isVoid ? "void" : "open", token: letter, ...marks };
  }

  findSlots() {
    const slots = findSlots(this);
    (this.state.parts?.extra ?? []).forEach((cells, index) => {
      const list = cells.map(([row, column]) => row * this.width + column);
      const slot = { label: `X${index + 1}`, number: index + 1, direction: "extra", cells: list };
      slots.slots.push(slot);
      slots.byLabel.set(slot.label, slot);
    });
    for (const slot of slots.slots) slot.key = this.slotKey(slot);
    slots.byKey = new Map(slots.slots.map((slot) => [slot.key, slot]));
    return slots;
  }

  slotKey({ direction, cells }) {
    if (direction === "extra") return `extra ${cells.map((cell) => this.key(cell)).join("-")}`;
    return `${direction} ${this.key(cells[0])} ${cells.length}`;
  }

  key(index) { return keyOf(Math.floor(index / this.width), index % this.width); }

  // A square as the server counts it: [row, column].
  at(index) { return [Math.floor(index / this.width), index % this.width]; }

  index(row, column) { return row * this.width + column; }

  isOpen(index) { return this.cells[index].kind === "open"; }

  hasBar(index, side) { return this.bars[`${this.key(index)} ${side}`] === true; }

  // What is printed in the corner of a square: its own label where the puzzle has labels.
  printed(index) {
    const labels = this.state.parts?.labels;
    if (labels && Object.keys(labels).length) return labels[this.key(index)] ?? "";
    return this.slots.numbers.get(index) ?? "";
  }

  slotAt(index, direction) { return this.slots.at.get(index)?.[direction]?.slot; }

  slot(label) { return this.slots.byLabel.get(label); }

  clue(label) { return this.state.clues[this.slot(label)?.key] ?? NO_CLUE; }

  isTheme(label) { return this.state.theme[this.slot(label)?.key] === true; }

  tokens(slot) { return slot.cells.map((cell) => this.cells[cell].token); }

  // The answer of a slot, or "" while a letter is missing.
  answer(slot) {
    const tokens = this.tokens(slot);
    return tokens.every(Boolean) ? tokens.join("") : "";
  }

  isInked(slot) { return slot.cells.every((cell) => this.cells[cell].token && !this.cells[cell].pencil); }

  // Split a word over the squares of a slot; a rebus that is there keeps its square.
  split(slot, word, letters) {
    const tokens = this.tokens(slot);
    const spare = letters.length - slot.cells.length;
    if (spare === 0) return letters;
    let at = 0;
    const parts = tokens.map((token) => {
      const size = token && word.startsWith(token, letters.slice(0, at).join("").length) ? [...token].length : 1;
      at += size;
      return letters.slice(at - size, at).join("");
    });
    return at === letters.length ? parts : null;
  }
}
