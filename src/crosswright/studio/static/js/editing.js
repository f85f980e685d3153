// What the commands of the grid do: each makes operations on the document and moves the cursor.

import { plural } from "./dom.js";
import { capital, lettersOf } from "./letters.js";
import { slotName } from "./slots.js";

const MAX_REBUS = 12; // letters in one square

const gestureName = () => `g${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;

export class Editing {
  constructor(studio) {
    this.studio = studio;
    this.rebusCell = null;
    this.typing = null; // the gesture of the word being typed, and the square where it goes on
  }

  get document() { return this.studio.document; }

  get puzzle() { return this.document.puzzle; }

  get cursor() { return this.studio.cursor; }

  // The squares that a command is about: the region, or the square of the cursor.
  get targets() { return [...(this.cursor.selection ?? [this.cursor.cell])]; }

  positions(cells) { return cells.map((cell) => this.puzzle.at(cell)); }

  // Letters typed one after another are one gesture, until the cursor goes elsewhere.
  gesture() {
    const { cell, direction } = this.cursor;
    const goesOn = this.typing && this.typing.cell === cell && this.typing.direction === direction;
    return goesOn ? this.typing.gesture : gestureName();
  }

  continueAt(gesture) {
    const { cell, direction } = this.cursor;
    this.typing = { gesture, cell, direction };
  }

  // The slot that is being written in, for the history.
  hint(slot) { return slot ? { slot: slot.key } : {}; }

  // -- letters ----------------------------------------------------------------------------------

  // A small letter whose capital is two letters, as ß, takes two squares.
  type(text) {
    for (const letter of lettersOf(text.normalize("NFC").toUpperCase())) this.write(letter);
  }

  write(letter) {
    const { cursor, puzzle } = this;
    if (!puzzle.isOpen(cursor.cell)) {
      this.studio.say("This square is a block.");
      return;
    }
    cursor.clear();
    const gesture = this.gesture();
    this.document.do([{ op: "set_cells", cells: [[...puzzle.at(cursor.cell), letter]], ...this.hint(cursor.slot) }], gesture);
    if (!cursor.step(1)) cursor.emit("move");
    this.continueAt(gesture);
  }

  back() {
    if (this.cursor.selection) { this.delete(); return; }
    const gesture = this.gesture();
    const { cell } = this.cursor;
    const isEmpty = !this.puzzle.cells[cell].token;
    if (isEmpty) this.cursor.step(-1);
    this.clearLetters([this.cursor.cell], gesture);
    if (!isEmpty) this.cursor.step(-1);
    this.continueAt(gesture);
  }

  delete() { this.clearLetters(this.targets, this.gesture()); }

  clearLetters(cells, gesture) {
    const filled = cells.filter((cell) => this.puzzle.cells[cell].token);
    if (filled.length) this.document.do([{ op: "clear_letters", cells: this.positions(filled) }], gesture);
  }

  // Put a whole word into a slot, as a decision.
  place(slot, word) {
    const tokens = this.puzzle.split(slot, word, lettersOf(word));
    if (!tokens) { this.studio.say(`${word} does not go into ${slotName(slot.label)}.`); return; }
    const cells = slot.cells.map((cell, position) => [...this.puzzle.at(cell), tokens[position]]);
    this.document.do([{ op: "set_cells", cells, ...this.hint(slot) }]);
    this.studio.say(`${word} at ${slotName(slot.label)}.`);
  }

  // -- rebus ------------------------------------------------------------------------------------

  rebus() {
    if (this.cursor.deselect()) return;
    const { cell } = this.cursor;
    if (!this.puzzle.isOpen(cell)) return;
    this.rebusCell = cell;
    const { input } = this.studio.board.squares[cell];
    input.value = this.puzzle.cells[cell].token;
    this.studio.renderGrid();
    input.focus();
    input.select();
    this.studio.say("Rebus: type several letters, then Enter.");
  }

  endRebus(keeps = true) {
    const cell = this.rebusCell;
    if (cell === null) return;
    this.rebusCell = null;
    const { input } = this.studio.board.squares[cell];
    const token = lettersOf(capital(input.value.replace(/\s+/g, ""))).slice(0, MAX_REBUS).join("");
    input.value = "";
    if (keeps && token !== this.puzzle.cells[cell].token) {
      this.document.do([{ op: "set_cells", cells: [[...this.puzzle.at(cell), token]] }]);
    }
    this.studio.renderGrid();
  }

  // -- drawing ----------------------------------------------------------------------------------

  block() {
    const to = this.puzzle.isOpen(this.cursor.cell) ? "block" : "open";
    this.document.do([{ op: "toggle_block", cells: this.positions(this.targets), to }]);
    this.cursor.direction = this.cursor.fitting(this.cursor.cell, this.cursor.direction);
    this.studio.say(to === "block" ? "Block." : "Open square.");
  }

  // The bars of a square in turn: right, below, both, none.
  bar() {
    const { cell } = this.cursor;
    const [row, column] = this.puzzle.at(cell);
    const sides = [
      ["right", column < this.puzzle.width - 1],
      ["below", row < this.puzzle.height - 1],
    ].filter(([, isInside]) => isInside).map(([side]) => side);
    if (!sides.length) return;
    const current = sides.reduce((sum, side, bit) => sum + (this.puzzle.hasBar(cell, side) ? 1 << bit : 0), 0);
    const next = (current + 1) % (1 << sides.length);
    const changes = sides.map((side, bit) => [side, Boolean(next & (1 << bit)), Boolean(current & (1 << bit))])
      .filter(([, on, was]) => on !== was);
    this.document.do(changes.map(([side, on]) => ({ op: "toggle_bar", bars: [[row, column, side]], on })));
    this.studio.say(`Bars: ${sides.filter((_, bit) => next & (1 << bit)).join(" and ") || "none"}.`);
  }

  mark(name, value, absent) {
    const cells = this.targets.filter((cell) => this.puzzle.isOpen(cell));
    if (!cells.length) return;
    const isOn = cells.every((cell) => this.puzzle.cells[cell][name]);
    this.document.do([{ op: "mark", cells: this.positions(cells), [name]: isOn ? absent : value }]);
    this.studio.say(`${name === "circle" ? "Circle" : "Shade"} ${isOn ? "off" : "on"}.`);
  }

  circle() { this.mark("circle", true, false); }

  shade() { this.mark("shade", "grey", null); }

  // -- pencil -----------------------------------------------------------------------------------

  pencilled(cells) { return cells.filter((cell) => this.puzzle.cells[cell].pencil); }

  acceptWord() {
    if (this.cursor.selection) { this.accept([...this.cursor.selection], "the region"); return; }
    const { slot } = this.cursor;
    if (slot) this.accept(slot.cells, slotName(slot.label));
  }

  acceptAll() { this.accept(this.puzzle.cells.map((_, cell) => cell), "the whole fill", true); }

  accept(cells, name, isAll = false) {
    const pencil = this.pencilled(cells);
    if (!pencil.length) { this.studio.say(`No pencil in ${name}.`); return; }
    this.document.do([isAll ? { op: "accept" } : { op: "accept", cells: this.positions(pencil) }]);
    this.studio.say(`Accepted ${name}: ${plural(pencil.length, "letter")} in ink.`);
  }

  erasePencil() {
    const cells = this.cursor.selection ? [...this.cursor.selection] : this.puzzle.cells.map((_, cell) => cell);
    const pencil = this.pencilled(cells);
    if (!pencil.length) { this.studio.say("No pencil to erase."); return; }
    this.document.do([{ op: "erase_pencil", cells: this.positions(pencil) }]);
    this.studio.say(`Erased ${plural(pencil.length, "letter")} in pencil.`);
  }
}
