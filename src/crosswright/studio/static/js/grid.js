// The grid on the screen: one field for each square, of which one is in the Tab order.

import { element, LEFT_ALONE, plural } from "./dom.js";
import { lettersOf } from "./letters.js";
import { crosses, slotName } from "./slots.js";

const MIN_SIDE = 14; // pixels of a square
const MAX_SIDE = 60;
const MIN_NUMBERED = 20; // a smaller square has room for a letter only
function buildSquare(index) {
  const input = element("input", { type: "text", tabindex: "-1", data: { cell: index }, maxlength: "24", ...LEFT_ALONE });
  const parts = {
    number: element("span", { class: "number" }),
    ring: element("span", { class: "ring" }),
    letter: element("b"),
    heat: element("span", { class: "heat" }),
  };
  const node = element(
    "div",
    { class: "square", role: "gridcell" },
    parts.ring,
    element("span", { class: "token", "aria-hidden": "true" }, parts.letter),
    parts.heat,
    element("span", { class: "strip" }),
    element("span", { class: "edge-right" }),
    element("span", { class: "edge-below" }),
    element("span", { class: "corner" }),
    parts.number,
    input,
  );
  for (const name of ["number", "heat"]) parts[name].setAttribute("aria-hidden", "true");
  return { node, input, ...parts, drawn: "", label: "" };
}

export class Board {
  constructor() {
    this.element = element("div", { class: "board", role: "grid", "aria-label": "Crossword grid", id: "grid" });
    this.crossing = element("div", { class: "outline crossing", "aria-hidden": "true", hidden: true });
    this.region = element("div", { class: "outline region", "aria-hidden": "true", hidden: true });
    this.squares = [];
    this.height = 0;
    this.width = 0;
  }

  // Build the squares of a grid of another size.
  shape(height, width) {
    if (height === this.height && width === this.width) return;
    this.height = height;
    this.width = width;
    this.squares = Array.from({ length: height * width }, (_, index) => buildSquare(index));
    const rows = Array.from({ length: height }, (_, row) => {
      const squares = this.squares.slice(row * width, (row + 1) * width);
      squares.forEach((square, column) => square.node.setAttribute("aria-colindex", column + 1));
      return element("div", { class: "board-row", role: "row", "aria-rowindex": row + 1 }, squares.map(({ node }) => node));
    });
    this.element.setAttribute("aria-rowcount", height);
    this.element.setAttribute("aria-colcount", width);
    this.element.replaceChildren(...rows, this.crossing, this.region);
  }

  // Make the squares as large as the room allows, in whole pixels.
  fit(width, height) {
    const room = Math.min((width - 4 + 1) / this.width, (height - 4 + 1) / this.height, MAX_SIDE) - 1;
    this.side = Math.max(MIN_SIDE, Math.floor(room));
    this.element.style.setProperty("--side", `${this.side}px`);
    this.element.classList.toggle("tiny", this.side < MIN_NUMBERED);
    return { width: this.width * (this.side + 1) + 3, height: this.height * (this.side + 1) + 3 };
  }

  focus(cell) { this.squares[cell]?.input.focus({ preventScroll: false }); }

  hasFocus() { return this.element.contains(document.activeElement); }

  cellOf(target) {
    const square = target?.closest?.(".square");
    const input = square?.querySelector("input");
    return input ? Number(input.dataset.cell) : -1;
  }

  // Draw what changed. `view` has the cursor, selection, marks of heat, problems, and what is tried.
  render(puzzle, view) {
    this.shape(puzzle.height, puzzle.width);
    const { slots } = puzzle;
    const { cell: here, direction } = view.cursor;
    const active = slots.at.get(here)?.[direction]?.slot;
    const word = new Set(active?.cells ?? []);
    const selected = view.selection ?? new Set();
    for (let cell = 0; cell < this.squares.length; cell += 1) {
      this.renderSquare(puzzle, view, cell, { here, word, selected });
    }
    this.element.classList.toggle("explaining", Boolean(view.conflict));
    this.outline(this.crossing, slots.at.get(here)?.[crosses(direction)]?.slot.cells);
    this.outline(this.region, view.selection ? [...view.selection] : undefined);
    this.element.setAttribute("aria-label", `Crossword grid, ${plural(puzzle.height, "row")}, ${plural(puzzle.width, "column")}`);
  }

  renderSquare(puzzle, view, cell, { here, word, selected }) {
    const square = this.squares[cell];
    const content = puzzle.cells[cell];
    const kind = view.kinds?.get(cell) ?? content.kind;
    const isOpen = kind === "open";
    const given = view.preview?.get(cell) ?? content.token;
    const found = isOpen && view.marks?.get(cell);
    const mark = found && (!given || found.score) ? found : {};
    const token = given || mark.forced || "";
    const names = ["square", kind];
    const add = (condition, name) => { if (condition) names.push(name); };
    add(view.kinds?.has(cell), "tried");
    add(mark.isOpen, "undecided");
    add(token && (content.pencil || view.preview?.has(cell) || mark.forced), "pencil");
    add(content.theme, "theme");
    add(content.circle, "circle");
    add(content.shade, "shade");
    add(content.note, "noted");
    add(puzzle.hasBar(cell, "right"), "bar-right");
    add(puzzle.hasBar(cell, "below"), "bar-below");
    add(word.has(cell), "word");
    add(cell === here, "here");
    add(selected.has(cell), "selected");
    add(view.problems?.has(cell), "problem");
    add(view.rebus === cell, "rebus");
    add(view.conflict?.lit.has(cell), "lit");
    add(view.conflict?.held.has(cell), "held");
    const printed = isOpen ? puzzle.printed(cell) : "";
    const text = mark.forced ? "" : mark.text ?? "";
    const drawn = `${names.join(" ")}|${token}|${printed}|${text}|${mark.heat}|${mark.score}|${mark.less}`;
    if (drawn !== square.drawn) {
      square.drawn = drawn;
      square.node.className = names.join(" ");
      square.number.textContent = printed;
      square.letter.textContent = isOpen ? token : "";
      square.letter.dataset.length = Math.min(6, lettersOf(token).length);
      square.heat.textContent = text;
      if (mark.less) square.heat.append(element("i", {}, mark.less));
      for (const name of ["heat", "score"]) {
        if (mark[name] === undefined || mark.forced) delete square.node.dataset[name];
        else square.node.dataset[name] = mark[name];
      }
    }
    const label = describe(puzzle, cell, view);
    if (label !== square.label) {
      square.label = label;
      square.input.setAttribute("aria-label", label);
    }
    const stop = cell === here ? 0 : -1;
    if (square.input.tabIndex !== stop) square.input.tabIndex = stop;
    if (view.selection) square.node.setAttribute("aria-selected", String(selected.has(cell)));
    else square.node.removeAttribute("aria-selected");
  }

  // Frame the rectangle that some squares lie in.
  outline(node, cells) {
    node.hidden = !cells?.length;
    if (node.hidden) return;
    const rows = cells.map((cell) => Math.floor(cell / this.width));
    const columns = cells.map((cell) => cell % this.width);
    const [top, left] = [Math.min(...rows), Math.min(...columns)];
    const at = (steps) => `calc(${steps} * (var(--side) + 1px) - 1px)`;
    node.style.top = at(top);
    node.style.left = at(left);
    node.style.height = `calc(${Math.max(...rows) - top + 1} * (var(--side) + 1px) + 1px)`;
    node.style.width = `calc(${Math.max(...columns) - left + 1} * (var(--side) + 1px) + 1px)`;
  }
}

// What a screen reader says of a square: all of it where words start, little elsewhere.
function describe(puzzle, cell, { cursor, marks, problems, preview, conflict }) {
  const { kind, token, pencil, circle, shade, note } = puzzle.cells[cell];
  const where = `row ${Math.floor(cell / puzzle.width) + 1}, column ${(cell % puzzle.width) + 1}`;
  if (kind !== "open") return `${kind === "block" ? "Block" : "No square"}, ${where}`;
  const shown = preview?.get(cell) ?? token;
  const parts = [shown ? `${shown}${pencil || preview?.has(cell) ? " in pencil" : ""}` : "Empty"];
  const slots = puzzle.slots.at.get(cell) ?? {};
  for (const direction of [cursor.direction, crosses(cursor.direction)]) {
    const found = slots[direction];
    if (!found) continue;
    if (found.position === 0) {
      parts.push(`${slotName(found.slot.label)}, ${plural(found.slot.cells.length, "letter")}, ${puzzle.clue(found.slot.label).text || "no clue yet"}`);
    } else if (direction === cursor.direction) {
      parts.push(`${found.position + 1} of ${found.slot.cells.length} in ${slotName(found.slot.label)}`);
    }
  }
  parts.push(where);
  const mark = marks?.get(cell);
  if (mark && (!shown || mark.score)) parts.push(mark.label);
  if (conflict?.held.has(cell)) parts.push("holds the conflict fast");
  else if (conflict?.lit.has(cell)) parts.push("in the conflict");
  if (circle) parts.push("circled");
  if (shade) parts.push("shaded");
  if (problems?.has(cell)) parts.push("problem");
  if (note) parts.push(`note: ${note}`);
  return parts.join(", ");
}
