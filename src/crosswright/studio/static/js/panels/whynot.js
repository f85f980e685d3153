// Why not: what contradicts a word, a letter or the whole grid, lit in the grid, and repairs to press.

import { post, remove } from "../api.js";
import { button, element, iconButton, number, plural } from "../dom.js";
import { lettersOf } from "../letters.js";
import { slotName } from "../slots.js";
import { patternPicture } from "./candidates.js";

const FEW = 6; // slots that are listed at once
const KINDS = { theme: "theme", tried: "tried", typed: "typed" };

export class WhyNot {
  constructor(studio, editor) {
    this.studio = studio;
    this.editor = editor;
    this.title = element("h2", { id: "why-title", tabindex: "-1" });
    this.sentence = element("p", { class: "sentence", role: "status" });
    this.slots = element("ul", { class: "why-slots", "aria-label": "Slots in the conflict" });
    this.held = element("section", { class: "block-of-panel", "aria-label": "Held fast by" });
    this.repairs = element("section", { class: "block-of-panel", "aria-label": "Repairs" });
    this.box = element(
      "section",
      { class: "whynot", "aria-labelledby": "why-title", hidden: true },
      element("header", {}, this.title, iconButton("close", "Close", () => this.close())),
      element("div", { class: "why-body" }, element("div", { class: "block-of-panel" }, this.sentence, this.slots), this.held, this.repairs),
    );
    this.legend = element(
      "div",
      { class: "why-legend", hidden: true },
      element("span", {}, element("i", { class: "square lit" }), "slot that lacks a word"),
      element("span", {}, element("i", { class: "square lit held" }), "letter that holds it fast"),
      element("span", { class: "spread" }, element("kbd", {}, "Esc"), "back"),
    );
    this.outlines = [];
    editor.right.append(this.box);
    editor.under.append(this.legend);
    this.box.addEventListener("keydown", (event) => this.onKey(event));
    document.addEventListener("keydown", (event) => {
      if (this.box.hidden || event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation();
      this.close();
    }, true);
    this.early = []; // what came before the answer that names the job
    studio.on("explain", (event) => { if (event.job === this.job) this.show(event); else this.early.push(event); });
    studio.on("end", (event) => { if (event.job === this.job) this.onEnd(event); });
    for (const name of ["change", "waiting", "document", "words"]) studio.on(name, () => this.close({ isBack: false }));
  }

  // -- opening and closing ----------------------------------------------------------------------

  async open(about) {
    const { studio } = this;
    const { document: open } = studio;
    if (!open || open.isPending) return;
    this.stop();
    this.about = about;
    this.event = null;
    this.early = [];
    this.showsPoor = false;
    this.origin = this.box.hidden ? document.activeElement : this.origin;
    studio.standing = this.tried(about);
    this.title.textContent = this.heading(about);
    this.sentence.textContent = "Looking for what contradicts it…";
    for (const part of [this.slots, this.held, this.repairs]) part.replaceChildren();
    this.setOpen(true);
    studio.try(null);
    this.title.focus({ preventScroll: true });
    const ticket = {};
    this.ticket = ticket;
    const { cell, slot, word, letter } = about;
    const [row, column] = cell === undefined ? [] : open.puzzle.at(cell);
    try {
      const { job } = await post(["documents", open.id, "jobs"], { kind: "explain", base: open.revision, ...(word ? { slot, word } : {}), ...(letter ? { row, column, letter } : {}) });
      if (this.ticket !== ticket) { remove(["jobs", job]).catch(() => {}); return; }
      this.job = job;
      const early = this.early.filter((event) => event.job === job);
      if (early.length) this.show(early.at(-1));
    } catch (error) {
      if (this.ticket === ticket) this.sentence.textContent = error.message;
    }
  }

  heading({ word, cell, letter }) {
    if (word) return `Why not ${word}?`;
    if (letter) {
      const [row, column] = this.studio.document.puzzle.at(cell);
      return `Why not ${letter} at row ${row + 1}, column ${column + 1}?`;
    }
    return "Why can it not be filled?";
  }

  // The squares of what is tried.
  tried({ slot: label, word, cell, letter }) {
    const { puzzle } = this.studio.document;
    if (letter) return new Map([[cell, letter]]);
    const slot = word && puzzle.slot(label);
    const tokens = slot && puzzle.split(slot, word, lettersOf(word));
    if (!tokens) return new Map();
    return new Map(slot.cells.map((square, position) => [square, tokens[position]]).filter(([square, token]) => puzzle.cells[square].token !== token));
  }

  setOpen(isOpen) {
    this.box.hidden = !isOpen;
    this.legend.hidden = !isOpen;
    const { element: view, right } = this.editor;
    view.classList.toggle("explaining", isOpen);
    right.classList.toggle("explaining", isOpen);
    if (isOpen && ["slot", "crossing"].includes(view.dataset.tab)) { this.tab = view.dataset.tab; this.editor.tab("fill"); }
    if (!isOpen && this.tab) { this.editor.tab(this.tab); this.tab = null; }
  }

  close({ isBack = true } = {}) {
    if (this.box.hidden) return;
    this.stop();
    this.setOpen(false);
    this.light(null);
    this.studio.standing = null;
    this.studio.try(null);
    if (!isBack) return;
    if (this.origin?.isConnected && this.origin !== document.body) this.origin.focus({ preventScroll: true });
    else this.studio.focusGrid();
  }

  stop() {
    this.ticket = null;
    if (this.job && !this.event?.whole) remove(["jobs", this.job]).catch(() => {});
    this.job = null;
  }

  onEnd({ status, message }) {
    if (status === "FAILED") this.sentence.textContent = message;
  }

  // -- showing ----------------------------------------------------------------------------------

  show(event) {
    this.event = { ...event, seconds: this.event?.seconds ?? event.seconds }; // the time of the conflict alone
    this.sentence.textContent = event.sentence;
    this.drawSlots(event.slots ?? []);
    this.drawHeld(this.event);
    this.drawRepairs(event);
    this.light(event);
  }

  drawSlots(slots) {
    const held = new Set((this.event.held ?? []).flatMap(({ cells }) => cells.map(([row, column]) => this.studio.document.puzzle.index(row, column))));
    const rows = slots.map(({ slot: label, pattern, fitting, only, nearest }) => {
      const { cells } = this.studio.document.puzzle.slot(label);
      const words = only ? `only ${only}` : fitting ? plural(fitting, "word") : "no word";
      return element(
        "li",
        {},
        element("span", {}, slotName(label)),
        patternPicture(pattern.map((token) => token ?? ""), cells.map((cell, position) => (pattern[position] && held.has(cell) ? "held" : ""))),
        element("span", { class: "figure quiet", title: nearest?.length ? `Nearest: ${nearest.join(", ")}` : undefined }, words),
      );
    });
    const more = rows.length > FEW + 1 ? rows.splice(FEW) : [];
    this.slots.replaceChildren(...rows);
    if (more.length) {
      const all = element("li", { class: "all" }, button(`${number(more.length)} more slots`, () => { all.replaceWith(...more); }, { class: "plain" }));
      this.slots.append(all);
    }
  }

  drawHeld({ held = [], rules = [], demands, minimal, seconds }) {
    const groups = held.map(({ letters, word, kind }) => element("li", {}, element("b", { class: "dead" }, letters.join(" ")), element("span", {}, word ? `of ${word}` : letters.length > 1 ? "by themselves" : "by itself"), element("span", { class: "quiet" }, KINDS[kind])));
    const texts = rules.map((text) => element("li", {}, element("b", { class: "dead" }, "·"), element("span", {}, text), element("span", { class: "quiet" }, "rule")));
    this.held.hidden = !groups.length && !texts.length;
    if (this.held.hidden) return;
    const certain = minimal
      ? `Minimal: without any one of these ${plural(demands, "demand")} the others can be met. All tested.`
      : `Perhaps not all of these ${plural(demands, "demand")} are needed: the time was up.`;
    this.held.replaceChildren(
      element("h3", {}, "Held fast by"),
      element("ul", { class: "why-held" }, groups, texts),
      element("p", { class: "quiet small" }, demands > 1 ? certain : "", ` ${seconds.toFixed(1)} s`),
    );
  }

  drawRepairs({ repairs = [], whole, status }) {
    if (status !== "IMPOSSIBLE") { this.repairs.replaceChildren(); return; }
    const focused = this.repairs.contains(document.activeElement) ? document.activeElement.dataset.title : null;
    const good = repairs.filter(({ poor }) => !poor);
    const poor = repairs.filter((repair) => repair.poor);
    const shown = this.showsPoor || !good.length ? [...good, ...poor] : good;
    const rows = shown.map((repair, index) => this.repair(repair, index + 1));
    const hidden = repairs.length - shown.length;
    const state = whole ? (repairs.length ? null : "No small change that helps was found.") : `Looking for ${repairs.length ? "more" : "repairs"}…`;
    const { word, slot } = this.about;
    this.repairs.replaceChildren(...[
      element("div", { class: "headline" }, element("h3", {}, "Repairs"), element("span", { class: "quiet small" }, "each tried by a fill")),
      element("ol", { class: "why-repairs" }, rows.map((row) => element("li", {}, row))),
      hidden ? button(`${number(hidden)} more, with a much lower floor`, () => { this.showsPoor = true; this.drawRepairs(this.event); }, { class: "plain" }) : null,
      state ? element("p", { class: "quiet small" }, state) : null,
      word ? button(`Write ${word} all the same`, () => this.write(slot, word), { class: "plain" }) : null,
      repairs.length ? element("p", { class: "quiet small" }, "The focus shows the fill in pencil, Enter applies the change; one undo takes it back.") : null,
    ].filter(Boolean));
    rows.find((row) => row.dataset.title === focused)?.focus({ preventScroll: true });
  }

  repair(repair, place) {
    const { puzzle } = this.studio.document;
    const squares = new Map(repair.cells.map(([row, column, letter]) => [puzzle.index(row, column), letter]).filter(([cell, letter]) => puzzle.cells[cell].token !== letter));
    const look = () => this.studio.try(squares);
    const leave = () => this.studio.try(null);
    return element(
      "button",
      { type: "button", class: "repair", data: { title: repair.title }, onclick: () => this.apply(repair), onfocus: look, onblur: leave, onmouseenter: look, onmouseleave: leave },
      element("i", { "aria-hidden": "true" }, place),
      element("span", {}, element("span", {}, repair.title), element("span", { class: "quiet small" }, repair.detail)),
    );
  }

  // Light the slots of the conflict and the letters that hold them; everything else dims.
  light(event) {
    const { studio } = this;
    const { board } = studio;
    for (const node of this.outlines) node.remove();
    this.outlines = [];
    studio.conflict = null;
    if (event?.slots) {
      const { puzzle } = studio.document;
      const slots = event.slots.map(({ slot }) => puzzle.slot(slot)).filter(Boolean);
      studio.conflict = {
        lit: new Set(slots.flatMap(({ cells }) => cells)),
        held: new Set(event.held.flatMap(({ cells }) => cells.map(([row, column]) => puzzle.index(row, column)))),
      };
      this.outlines = slots.map(({ cells }) => {
        const node = element("div", { class: "outline conflict", "aria-hidden": "true" });
        board.outline(node, cells);
        return node;
      });
      board.element.append(...this.outlines);
    }
    studio.renderGrid();
  }

  // -- doing ------------------------------------------------------------------------------------

  apply({ title, ops }) {
    const { studio } = this;
    this.close({ isBack: false });
    studio.document.do(ops);
    studio.focusGrid();
    studio.say(`${title}. Undo takes it back.`);
  }

  write(label, word) {
    const { studio } = this;
    this.close({ isBack: false });
    studio.editing.place(studio.document.puzzle.slot(label), word);
    studio.focusGrid();
  }

  // Digits go to the repairs, arrows from one to the next.
  onKey(event) {
    const repairs = [...this.repairs.querySelectorAll(".repair")];
    const at = repairs.indexOf(document.activeElement);
    const next = /^[1-9]$/.test(event.key) ? repairs[Number(event.key) - 1] : { ArrowDown: repairs[at + 1], ArrowUp: repairs[at - 1] }[event.key];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }
}
