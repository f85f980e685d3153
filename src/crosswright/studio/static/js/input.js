// Keys and pointers in the grid.

import { chord } from "./keys.js";
import { lettersOf } from "./letters.js";

const COMPOSED = new Set(["Dead", "Process", "Unidentified"]); // the input event brings the letter
const NEVER = new Set(["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock"]);

export class GridInput {
  constructor(studio, commands) {
    this.studio = studio;
    this.commands = commands;
    const board = studio.board.element;
    board.addEventListener("keydown", (event) => this.onKey(event));
    board.addEventListener("input", (event) => this.onInput(event));
    board.addEventListener("compositionend", (event) => this.onInput(event));
    board.addEventListener("focusin", (event) => this.onFocus(event));
    board.addEventListener("focusout", (event) => this.onBlur(event));
    board.addEventListener("pointerdown", (event) => this.onPress(event));
    board.addEventListener("pointerover", (event) => this.onDrag(event));
    board.addEventListener("click", (event) => this.onClick(event));
    window.addEventListener("pointerup", () => { this.pressed = null; });
    window.addEventListener("pointercancel", () => { this.pressed = null; });
  }

  get cursor() { return this.studio.cursor; }

  get editing() { return this.studio.editing; }

  // -- keys -------------------------------------------------------------------------------------

  onKey(event) {
    if (event.isComposing || COMPOSED.has(event.key) || NEVER.has(event.key)) return;
    if (this.editing.rebusCell !== null) { this.onRebusKey(event); return; }
    const key = chord(event);
    const command = this.studio.keymap.command(key, "grid");
    if (command) {
      if (this.commands.run(command) !== false) event.preventDefault();
      event.stopPropagation();
    } else if (lettersOf(event.key).length === 1 && !/^(Ctrl|Alt)\+/.test(key)) {
      event.preventDefault();
      this.editing.type(event.key);
    }
  }

  onRebusKey(event) {
    if (event.key === "Enter" || event.key === "Escape" || event.key === "Insert" || event.key === "Tab") {
      event.preventDefault();
      event.stopPropagation();
      this.editing.endRebus(true);
      if (event.key === "Tab") this.commands.run(event.shiftKey ? "previous" : "next");
      else if (event.key === "Enter") this.cursor.step(1);
    }
  }

  // What arrives without keys: phones, dead keys, input methods, pasted words.
  onInput(event) {
    if (event.isComposing || this.editing.rebusCell !== null) return;
    const text = event.target.value;
    event.target.value = "";
    for (const letter of lettersOf(text)) {
      const command = this.studio.keymap.command(letter === " " ? "Space" : letter, "grid");
      if (command) this.commands.run(command);
      else if (letter.trim()) this.editing.type(letter);
    }
  }

  // -- focus and pointer ------------------------------------------------------------------------

  onFocus(event) {
    const cell = this.studio.board.cellOf(event.target);
    if (cell >= 0 && cell !== this.cursor.cell && !this.pressed && !this.studio.awaitsCorner) this.cursor.go(cell);
  }

  onBlur(event) {
    const { rebusCell } = this.editing;
    if (rebusCell !== null && this.studio.board.cellOf(event.target) === rebusCell) this.editing.endRebus(true);
  }

  onPress(event) {
    const cell = this.studio.board.cellOf(event.target);
    if (cell < 0 || event.button !== 0) return;
    const isSame = cell === this.cursor.cell && this.studio.board.hasFocus();
    this.pressed = { cell, isSame, isDrag: false };
    if (this.studio.awaitsCorner) return;
    if (event.shiftKey) {
      this.pressed.isDrag = true;
      this.cursor.extendTo(cell);
    } else if (event.pointerType === "mouse") {
      this.cursor.go(cell);
    }
  }

  onDrag(event) {
    const { pressed } = this;
    if (!pressed || event.pointerType !== "mouse" || !(event.buttons & 1)) return;
    const cell = this.studio.board.cellOf(event.target);
    if (cell < 0 || (cell === pressed.cell && !pressed.isDrag)) return;
    pressed.isDrag = true;
    this.cursor.extendTo(cell);
  }

  onClick(event) {
    const cell = this.studio.board.cellOf(event.target);
    const pressed = this.lastPress(cell);
    if (cell < 0 || pressed.isDrag) return;
    if (this.editing.rebusCell === cell) return;
    if (this.studio.awaitsCorner) {
      this.studio.awaitsCorner = false;
      this.cursor.extendTo(cell);
      this.commands.sayRegion();
    } else if (pressed.isSame) this.cursor.turn();
    else this.cursor.go(cell);
    this.studio.focusGrid();
  }

  // The click comes after the pointer went up, which forgets the press.
  lastPress(cell) { return this.latest?.cell === cell ? this.latest : { cell, isSame: false, isDrag: this.latest?.isDrag ?? false }; }

  get pressed() { return this.current ?? null; }

  set pressed(press) {
    this.current = press;
    if (press) this.latest = press;
  }
}
