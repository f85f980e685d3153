// The status bar: counts, the state of the fill, and whether everything is kept.

import { clock, element, number, plural } from "./dom.js";

export class StatusBar {
  constructor(studio) {
    this.studio = studio;
    this.parts = Array.from({ length: 3 }, () => element("div", { class: "part" }));
    this.box = document.getElementById("status");
    this.said = "";
    studio.on("paint", () => this.draw());
    studio.on("document", () => { this.said = ""; this.problem = ""; });
    for (const name of ["saved", "settled"]) studio.on(name, () => studio.paintSoon());
    studio.on("said", (text) => {
      this.said = text;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => { this.said = ""; studio.paintSoon(); }, 6000);
      studio.paintSoon();
    });
    studio.on("problem", (error) => studio.complain(error));
    studio.on("complaint", (message) => this.complain(message));
    studio.on("connected", (isConnected) => { this.isCut = !isConnected; studio.paintSoon(); });
  }

  // A complaint stays long enough to be read.
  complain(message) {
    this.problem = message;
    clearTimeout(this.problemTimer);
    this.problemTimer = setTimeout(() => { this.problem = ""; this.studio.paintSoon(); }, 10_000);
    this.studio.paintSoon();
  }

  figure(value, text) { return element("span", {}, element("b", {}, number(value)), ` ${text}`); }

  draw() {
    const { document: open, report } = this.studio;
    if (!open) return;
    if (!this.box.contains(this.parts[0])) this.box.replaceChildren(...this.parts); // the library has it, too
    const { puzzle } = open;
    const blocks = puzzle.cells.filter(({ kind }) => kind === "block").length;
    const statistics = report?.revision === open.revision ? report.statistics : null;
    const parts = [
      this.figure(puzzle.slots.slots.length, puzzle.slots.slots.length === 1 ? "word" : "words"),
      this.figure(blocks, blocks === 1 ? "block" : "blocks"),
    ];
    if (statistics?.mean_score) parts.push(element("span", { class: "wide" }, "mean ", element("b", {}, statistics.mean_score.toFixed(1))));
    parts.push(element("span", { class: "rule" }));
    const [first, middle, last] = this.parts;
    if (!first.isConnected) document.getElementById("status").replaceChildren(...this.parts); // other views have a bar of their own
    first.replaceChildren(...parts);
    // What search knows, once that is loaded: it stays where it is, to be pointed at.
    const known = this.studio.statusExtras?.() ?? [];
    const extras = [this.deadEnd(), ...known].filter(Boolean);
    if (extras.length !== middle.children.length || extras.some((node, index) => node !== middle.children[index])) middle.replaceChildren(...extras);
    parts.length = 0;
    if (!known.length && document.body.dataset.view !== "editor") parts.push(this.clueCounts(puzzle));
    if (this.problem) parts.push(element("span", { class: "problem-text said" }, this.problem));
    else if (this.said) parts.push(element("span", { class: "said" }, this.said));
    const letters = this.studio.letterCounts?.();
    if (letters) parts.push(letters);
    parts.push(element("span", { class: letters ? "wide" : "spread wide" }, "revision ", element("b", {}, open.revision)), this.saved(open));
    last.replaceChildren(...parts);
  }

  // A slot without a word makes every other word impossible too: it is said wherever one looks.
  // The same node stays while the words are the same, so that it can have the focus.
  deadEnd() {
    const { studio } = this;
    const [finding, ...others] = studio.report?.findings.filter(({ rule }) => rule === "no_word") ?? [];
    const slot = finding && studio.document.puzzle.slot(finding.slots[0]);
    const text = slot ? `${finding.message}${others.length ? `, and ${number(others.length)} more` : ""}` : studio.impossible();
    if (!text && studio.preview?.revision === studio.document.revision) this.spoken = "";
    const key = text && `${slot?.key} ${text}`;
    if (key !== this.deadKey) {
      this.deadKey = key;
      if (text && !slot && text !== this.spoken) studio.speak(text);
      this.spoken = text || this.spoken;
      const go = () => { studio.cursor.toSlot(slot); studio.focusGrid(); };
      const said = slot ? element("button", { type: "button", class: "link dead", onclick: go }, `✗ ${text}`) : element("span", { class: "dead" }, `✗ ${text}`);
      this.deadNode = text && element("span", {}, said, " ", element("button", { type: "button", class: "link", onclick: () => studio.emit("whynot", {}) }, "Why?"));
    }
    return this.deadNode;
  }

  clueCounts(puzzle) {
    const clues = puzzle.slots.slots.map(({ label }) => puzzle.clue(label));
    const drafts = clues.filter(({ draft }) => draft).length;
    const done = clues.filter(({ text, draft }) => text && !draft).length;
    return element("span", { class: "wide" }, "clues: ", element("b", {}, done), " done, ", drafts ? [element("b", {}, drafts), ` ${drafts === 1 ? "draft" : "drafts"}, `] : null, element("b", {}, clues.length - done - drafts), " empty");
  }

  saved(open) {
    if (open.failing) return element("span", { class: "problem-text" }, `${plural(open.queue.length, "edit")} not sent${open.isOut ? ": open the new link from the terminal" : ""}`);
    if (this.isCut) return element("span", { class: "problem-text" }, "no connection");
    if (open.saved === open.revision) return element("span", { id: "saved" }, "saved ", element("b", {}, open.savedAt ? clock(open.savedAt * 1000) : ""));
    return element("span", { id: "saved" }, open.saved === null || open.saved === undefined ? "kept, not yet in a file" : `kept, file saved ${open.savedAt ? clock(open.savedAt * 1000) : "earlier"}`);
  }
}
