// Heat: how much each empty square has left, as a number on a colour, and its letters in words.
//
// Letters are those of the truth map, decided by search; or what mere propagation would have claimed.

import { get } from "./api.js";
import { element, number, plural } from "./dom.js";
import { sheet } from "./sheets.js";

const LEFT = [[0, "0"], [2, "1"], [4, "3"], [8, "5"], [14, "9"], [Infinity, "15"]];
const SCORES = [[29, "1"], [49, "3"], [69, "5"], [89, "9"], [Infinity, "15"]];
const LEGEND = [["1", "1–2"], ["3", "3–4"], ["5", "5–8"], ["9", "9–14"], ["15", "15+"]];
const SCORE_LEGEND = [["1", "0–29"], ["3", "30–49"], ["5", "50–69"], ["9", "70–89"], ["15", "90+"]];

const MANY = 16; // letters that have room to spare

const step = (steps, count) => steps.find(([most]) => count <= most)[1];
const listed = (letters) => [...letters].join(" ");
// A few are not 0 %, and not all is not 100 %.
const percent = (part, whole) => {
  const share = (100 * part) / Math.max(1, whole);
  if (share > 0 && share < 1) return "under 1 %";
  return share > 99 && share < 100 ? "over 99 %" : `${Math.round(share)} %`;
};

export class HeatMap {
  constructor(studio) {
    this.studio = studio;
    this.ready = sheet("truth");
    this.byPropagation = false;
    this.legend = element("ul", { class: "legend", "aria-label": "Heat" });
    this.letterBox = element("div", { class: "letters", role: "group", "aria-label": "Letters of the square" });
    this.tip = element("div", { class: "letter-tip", "aria-hidden": "true", hidden: true });
    this.lie = element("input", { type: "checkbox", id: "as-propagation" });
    this.lie.addEventListener("change", () => { this.byPropagation = this.lie.checked; studio.renderGrid(); this.draw(); });
    this.claim = element("span", { class: "claim" });
    this.line = element("div", { class: "letter-line" }, this.letterBox, this.claim, element("label", {}, this.lie, element("span", { class: "long" }, "As propagation sees it"), element("span", { class: "short" }, "Propagation")));
    studio.on("paint", () => this.draw());
    studio.board.element.addEventListener("pointerover", (event) => this.point(studio.board.cellOf(event.target)));
    studio.board.element.addEventListener("pointerleave", () => this.point(-1));
  }

  // Take the places in the editor.
  place({ under, stack }) {
    if (this.legend.parentNode) { this.draw(); return; }
    under.append(this.legend);
    under.after(this.line); // where it moves nothing that is being clicked
    stack.parentNode.append(this.tip);
    this.draw();
  }

  get mode() { return this.studio.heatMode; }

  // -- the map ----------------------------------------------------------------------------------

  // What is known for what is shown; anything older is not.
  get truth() {
    const { found, document: open } = this.studio;
    return found.letter?.revision === open.revision && !open.isPending ? found.letter : null;
  }

  // The letters of a square: with a fill, proved dead, undecided; undefined where there is nothing to say.
  letters(cell) {
    const { document: open, preview } = this.studio;
    const key = open.puzzle.key(cell);
    const [viable, dead, undecided] = this.truth?.cells[key] ?? [];
    if (viable === undefined || open.puzzle.cells[cell].token) return undefined;
    const claimed = preview?.revision === open.revision ? preview.letters[key] ?? "" : "";
    return { viable: [...viable], dead: [...dead], undecided: [...undecided], claimed: [...claimed] };
  }

  // By square: the figure, its step on the scale, and how it is said.
  marks() {
    if (this.mode === "score") return this.scoreMarks();
    if (this.mode === "candidates") return this.candidateMarks();
    return this.mode === "letters" ? this.letterMarks() : undefined;
  }

  letterMarks() {
    const { studio } = this;
    const marks = new Map();
    const dead = studio.deadSlots();
    const isImpossible = this.truth?.left === 0 || (this.truth?.done && !this.truth.alive && !this.truth.open);
    for (const { cells } of dead) for (const cell of cells) marks.set(cell, this.mark(0, "no letter possible"));
    if (dead.length && (isImpossible || !this.truth)) return marks; // elsewhere any figure would mislead
    for (const key of Object.keys(this.truth?.cells ?? {})) {
      const [row, column] = key.split(",").map(Number);
      const cell = studio.document.puzzle.index(row, column);
      const letters = this.letters(cell);
      if (letters) marks.set(cell, this.byPropagation ? this.claimed(letters) : this.decided(letters));
    }
    return marks;
  }

  mark(count, label, more) { return { heat: step(LEFT, count), text: String(count), label, ...more }; }

  decided({ viable, undecided }) {
    const count = viable.length;
    const label = `${plural(count, "letter")} possible${undecided.length ? `, ${number(undecided.length)} undecided` : ""}`;
    if (undecided.length) return this.mark(Math.max(1, count), label, { text: `${count}+`, isOpen: true });
    return this.mark(count, label, count === 1 ? { forced: viable[0] } : {});
  }

  claimed({ claimed, dead }) {
    const label = `${plural(claimed.length, "letter")} by propagation${dead.length ? `, ${number(dead.length)} of them dead` : ""}`;
    return this.mark(claimed.length, label, dead.length ? { less: `−${dead.length}` } : {});
  }

  candidateMarks() {
    const { preview, document: open } = this.studio;
    const marks = new Map();
    if (!preview) return marks;
    open.puzzle.slots.at.forEach((slots, cell) => {
      const counts = Object.values(slots).map(({ slot }) => preview.counts[slot.label]).filter((count) => count !== undefined);
      if (counts.length) marks.set(cell, this.mark(Math.min(...counts), plural(Math.min(...counts), "word")));
    });
    return marks;
  }

  // The best score still open to the poorer of the slots through each square.
  scoreMarks() {
    const { preview, document: open } = this.studio;
    const marks = new Map();
    for (const [label, score] of Object.entries(preview?.best ?? {})) {
      if (typeof score !== "number") continue;
      for (const cell of open.puzzle.slot(label)?.cells ?? []) {
        const best = Math.min(score, marks.get(cell)?.best ?? score);
        marks.set(cell, { best, score: step(SCORES, best), text: String(best), label: `best score ${best}` });
      }
    }
    return marks;
  }

  // -- around the grid ----------------------------------------------------------------------------

  draw() {
    const { mode, studio } = this;
    if (!studio.document) return;
    const isLetters = mode === "letters";
    this.legend.hidden = mode === "off";
    this.line.hidden = !isLetters;
    this.letterBox.hidden = this.byPropagation;
    this.claim.hidden = !this.byPropagation;
    if (!isLetters) this.tip.hidden = true;
    this.drawLegend(isLetters && !this.byPropagation);
    if (!isLetters) return;
    this.drawLine();
    this.claim.textContent = this.howOftenItLies();
  }

  drawLegend(hasOpen) {
    const key = `${this.mode}${hasOpen}`;
    if (key === this.shownLegend) return;
    this.shownLegend = key;
    const item = (data, text, names = "") => element("li", {}, element("i", { class: `square ${names}`, data }), text);
    this.legend.replaceChildren(...(this.mode === "score" ? SCORE_LEGEND : LEGEND).map(([heat, text]) => item({ heat }, text)));
    if (hasOpen) this.legend.append(item({ heat: "9" }, element("span", { title: "not all decided" }, element("span", { class: "long" }, "not all decided"), element("span", { class: "short" }, "open")), "undecided"));
  }

  howOftenItLies() {
    const { truth } = this;
    if (!truth) return "…";
    const { alive, dead, open, left } = truth;
    if (!left) return "It proves that there is no fill.";
    const decided = alive + dead;
    const rest = open ? `, ${number(open)} undecided` : "";
    return `It leaves ${plural(left, "letter")}; ${number(dead)} of them ${dead === 1 ? "is" : "are"} dead (${percent(dead, decided)}${open ? " of those decided" : ""})${rest}.`;
  }

  // The letters of the cursor's square: a look at one shows its fill, a click types it; a dead one says why.
  drawLine() {
    const { studio } = this;
    if (!studio.document) return; // left before this was drawn
    const { cell } = studio.cursor;
    const letters = this.letters(cell);
    const key = JSON.stringify([cell, studio.document.revision, letters]);
    if (key === this.shownLine) return;
    this.shownLine = key;
    if (!letters) { this.letterBox.replaceChildren(element("span", { class: "quiet" }, this.truth || studio.document.puzzle.cells[cell].token || !studio.document.puzzle.isOpen(cell) ? "" : "…")); return; }
    const { viable, dead, undecided } = letters;
    const parts = [element("span", { class: "quiet" }, viable.length ? "fills" : "no letter fills")];
    parts.push(...viable.map((letter) => this.letterButton(cell, letter)));
    if (dead.length) parts.push(element("span", { class: "quiet" }, "dead"), ...dead.map((letter) => element("button", { type: "button", class: "letter dead", title: `Why not ${letter}?`, "aria-label": `${letter} is dead: why?`, onclick: () => studio.emit("whynot", { cell, letter }) }, letter)));
    if (undecided.length) parts.push(element("span", { class: "quiet" }, "undecided"), element("span", { class: "open-letters" }, listed(undecided)));
    this.letterBox.classList.toggle("many", viable.length + dead.length > MANY);
    this.letterBox.replaceChildren(...parts);
  }

  letterButton(cell, letter) {
    const { studio } = this;
    const look = () => { if (this.looked !== letter) this.look(cell, letter); };
    const leave = () => { this.looked = null; studio.try(null); };
    const type = () => { leave(); studio.document.do([{ op: "set_cells", cells: [[...studio.document.puzzle.at(cell), letter]] }]); studio.focusGrid(); };
    return element("button", { type: "button", class: "letter", title: "Type it", "aria-label": `${letter} fills`, onmousemove: look, onfocus: look, onmouseleave: leave, onblur: leave, onclick: type }, letter);
  }

  // Show the fill that proves a letter, unless something else is looked at meanwhile.
  async look(cell, letter) {
    const { studio } = this;
    const { document: open } = studio;
    this.looked = letter;
    const [row, column] = open.puzzle.at(cell);
    try {
      const { revision, cells } = await get(["documents", open.id, "letter"], { revision: open.revision, row, column, letter });
      if (this.looked === letter && studio.document === open) studio.showFill(revision, cells);
    } catch (error) { studio.complain(error); }
  }

  // What a pointer rests on: its letters, beside the square.
  point(cell) {
    const letters = this.mode === "letters" && cell >= 0 ? this.letters(cell) : undefined;
    this.tip.hidden = !letters;
    if (!letters) return;
    const { viable, dead, undecided, claimed } = letters;
    const shown = this.byPropagation ? [element("b", {}, listed(claimed.filter((letter) => !dead.includes(letter))))] : [element("b", {}, listed(viable) || "none")];
    if (dead.length) shown.push(element("s", { class: "dead" }, listed(dead)));
    if (undecided.length && !this.byPropagation) shown.push(element("span", { class: "quiet" }, `? ${listed(undecided)}`));
    this.tip.replaceChildren(...shown);
    const square = this.studio.board.squares[cell].node.getBoundingClientRect();
    const frame = this.tip.parentNode.getBoundingClientRect();
    this.tip.style.left = `${Math.max(8, Math.min(square.left - frame.left, frame.width - this.tip.offsetWidth - 8))}px`;
    this.tip.style.top = `${square.bottom - frame.top + 4 + this.tip.parentNode.scrollTop}px`;
  }
}
