// The bar above the grid: the slot's clue, to read and to write; or the note of a square.

import { element, field, iconButton } from "./dom.js";
import { slotName } from "./slots.js";

export class ClueBar {
  constructor(studio) {
    this.studio = studio;
    this.name = element("strong", { id: "clue-name" });
    this.input = field({ class: "clue-input", "aria-labelledby": "clue-name", placeholder: "No clue yet", maxlength: "2000", spellcheck: "true" });
    this.state = element("span", { class: "state" });
    this.box = element(
      "div",
      { class: "clue-bar", role: "group", "aria-label": "Clue" },
      iconButton("back", "Previous slot", () => this.go(-1), { tabindex: "-1" }),
      this.name,
      this.input,
      this.state,
      iconButton("forth", "Next slot", () => this.go(1), { tabindex: "-1" }),
    );
    this.noteOf = null; // the square whose note is shown
    this.input.addEventListener("keydown", (event) => this.onKey(event));
    this.input.addEventListener("change", () => this.keep());
    this.input.addEventListener("blur", () => { this.keep(); this.shown = null; this.noteOf = null; this.draw(); });
    this.input.addEventListener("focus", () => { this.shown = { open: studio.document, ...this.current() }; });
    studio.on("paint", () => this.draw());
  }

  go(by) {
    const { cursor } = this.studio;
    if (!cursor.next(by)) cursor.toSlot(cursor.order().at(by > 0 ? 0 : -1));
    this.studio.focusGrid();
  }

  // What is being written about: a slot by its key, or a square.
  current() {
    const { cursor } = this.studio;
    return this.noteOf === null ? { key: cursor.slot?.key, label: cursor.slot?.label } : { cell: this.noteOf };
  }

  get isBusy() { return document.activeElement === this.input; }

  draw() {
    const { document: open, cursor } = this.studio;
    if (!open || this.isBusy) return;
    const { puzzle } = open;
    const { slot } = cursor;
    this.box.classList.toggle("noting", this.noteOf !== null);
    const note = puzzle.cells[cursor.cell].note;
    this.name.textContent = slot ? slotName(slot.label) : puzzle.isOpen(cursor.cell) ? "Single square" : "Block";
    const clue = slot ? puzzle.clue(slot.label) : { text: "" };
    this.input.value = clue.text;
    this.input.disabled = !slot;
    this.input.placeholder = slot ? "No clue yet" : "";
    this.state.textContent = clue.draft ? "draft" : "";
    this.state.title = "";
    if (note) { this.state.textContent = `note: ${note}`; this.state.title = note; }
  }

  keep() {
    if (!this.shown) return;
    const text = this.input.value.trim();
    const { open, key, cell } = this.shown; // the field may be left by going to another document
    if (cell !== undefined) {
      if (text !== (open.puzzle.cells[cell].note ?? "")) open.do([{ op: "mark", cells: [open.puzzle.at(cell)], note: text }]);
    } else if (key && text !== (open.state.clues[key]?.text ?? "")) open.do([{ op: "set_clue", slot: key, text }]);
  }

  focusClue() {
    if (!this.studio.cursor.slot) return;
    this.noteOf = null;
    this.draw();
    this.input.focus();
    this.input.select();
  }

  focusNote() {
    const { cursor, document: open } = this.studio;
    this.noteOf = cursor.cell;
    const [row, column] = open.puzzle.at(cursor.cell);
    this.name.textContent = `Note at row ${row + 1}, column ${column + 1}`;
    this.input.disabled = false;
    this.input.value = open.puzzle.cells[cursor.cell].note ?? "";
    this.input.placeholder = "What to remember here";
    this.state.textContent = "";
    this.box.classList.add("noting");
    this.input.focus();
    this.input.select();
  }

  onKey(event) {
    const { studio } = this;
    const command = studio.keymap.command(`${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${event.key}`, "clue");
    if (event.key === "Escape") {
      const { key, cell } = this.shown;
      this.input.value = (cell === undefined ? studio.document.state.clues[key]?.text : studio.document.puzzle.cells[cell].note) ?? "";
    } else if (command === "acceptDraft") {
      this.keep();
      const { key } = this.shown;
      if (key && studio.document.state.clues[key]?.draft) studio.document.do([{ op: "set_clue", slot: key, draft: false }]);
    } else if (event.key !== "Enter") {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    this.keep();
    studio.focusGrid();
  }
}
