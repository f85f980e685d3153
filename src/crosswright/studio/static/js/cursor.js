// Where the constructor is in the grid: a square, a direction, and perhaps a region.

import { Bus } from "./bus.js";
import { crosses } from "./slots.js";

export class Cursor extends Bus {
  constructor(puzzleOf) {
    super();
    this.puzzleOf = puzzleOf;
    this.cell = 0;
    this.direction = "across";
    this.anchor = null; // the corner where the region began
    this.corner = null; // and the one where it ends
  }

  get puzzle() { return this.puzzleOf(); }

  get slot() { return this.puzzle.slotAt(this.cell, this.direction); }

  get crossing() { return this.puzzle.slotAt(this.cell, crosses(this.direction)); }

  // The squares of the region, or null.
  get selection() {
    if (this.anchor === null) return null;
    const { width } = this.puzzle;
    const rows = [this.anchor, this.corner].map((cell) => Math.floor(cell / width)).sort((a, b) => a - b);
    const columns = [this.anchor, this.corner].map((cell) => cell % width).sort((a, b) => a - b);
    const cells = new Set();
    for (let row = rows[0]; row <= rows[1]; row += 1) {
      for (let column = columns[0]; column <= columns[1]; column += 1) cells.add(row * width + column);
    }
    return cells;
  }

  // Stay inside a grid that has become smaller, and in a direction that the square has.
  settle() {
    const size = this.puzzle.cells.length;
    if (this.cell >= size) this.cell = size - 1;
    if ([this.anchor, this.corner].some((cell) => cell !== null && cell >= size)) this.clear();
  }

  go(cell, direction = this.direction) {
    const hasMoved = cell !== this.cell || direction !== this.direction || this.anchor !== null;
    this.cell = cell;
    this.direction = this.fitting(cell, direction);
    this.clear();
    if (hasMoved) this.emit("move");
    return hasMoved;
  }

  // The direction itself, or the other one where only that has a word.
  fitting(cell, direction) {
    const { puzzle } = this;
    const other = crosses(direction);
    return !puzzle.slotAt(cell, direction) && puzzle.slotAt(cell, other) ? other : direction;
  }

  turn() {
    const other = crosses(this.direction);
    if (this.puzzle.isOpen(this.cell) && !this.puzzle.slotAt(this.cell, other)) return false;
    this.direction = other;
    this.clear();
    this.emit("move");
    return true;
  }

  beside(cell, rows, columns) {
    const { height, width } = this.puzzle;
    const row = Math.floor(cell / width) + rows;
    const column = (cell % width) + columns;
    return row < 0 || column < 0 || row >= height || column >= width ? null : row * width + column;
  }

  // An arrow turns first; then it moves, over blocks too, for they are drawn from here.
  arrow(rows, columns) {
    const direction = rows ? "down" : "across";
    if (this.direction !== direction && this.puzzle.slotAt(this.cell, direction)) {
      this.direction = direction;
      this.clear();
      this.emit("move");
      return;
    }
    const next = this.beside(this.cell, rows, columns);
    if (next === null) return;
    this.cell = next;
    this.direction = this.fitting(next, direction);
    this.clear();
    this.emit("move");
  }

  // One square on along the word, or back; false at its end.
  step(by) {
    const { slot } = this;
    const position = slot?.cells.indexOf(this.cell) ?? -1;
    const next = slot ? slot.cells[position + by] : this.straight(by);
    if (next === undefined || next === null) return false;
    this.cell = next;
    this.clear();
    this.emit("move");
    return true;
  }

  straight(by) {
    const next = this.beside(this.cell, this.direction === "down" ? by : 0, this.direction === "across" ? by : 0);
    return next !== null && this.puzzle.isOpen(next) ? next : null;
  }

  toSlot(slot, at = "gap") {
    if (!slot) return;
    const gap = at === "gap" ? slot.cells.find((cell) => !this.puzzle.cells[cell].token) : undefined;
    this.cell = gap ?? slot.cells[0];
    if (slot.direction !== "extra") this.direction = slot.direction;
    this.clear();
    this.emit("move");
  }

  // The slots in the order of Tab: all across, then all down.
  order() {
    const { slots } = this.puzzle.slots;
    return ["across", "down"].flatMap((direction) => slots.filter((slot) => slot.direction === direction));
  }

  // Go to the next slot or the one before; false where there is none, so that Tab leaves the grid.
  next(by) {
    const order = this.order();
    const { slot } = this;
    const at = slot ? order.indexOf(slot) + by : order.findIndex((other) => other.cells[0] > this.cell);
    if (!order[at]) return false;
    this.toSlot(order[at]);
    return true;
  }

  toEnd(isFirst) {
    const { slot } = this;
    if (slot) this.go(isFirst ? slot.cells[0] : slot.cells.at(-1));
  }

  // -- the region -------------------------------------------------------------------------------

  clear() {
    this.anchor = null;
    this.corner = null;
  }

  extend(rows, columns) {
    const next = this.beside(this.corner ?? this.cell, rows, columns);
    if (next !== null) this.extendTo(next);
  }

  extendTo(cell) {
    this.anchor ??= this.cell;
    this.corner = cell;
    this.emit("move");
  }

  selectAll() {
    this.anchor = 0;
    this.corner = this.puzzle.cells.length - 1;
    this.emit("move");
  }

  deselect() {
    if (this.anchor === null) return false;
    this.clear();
    this.emit("move");
    return true;
  }
}
