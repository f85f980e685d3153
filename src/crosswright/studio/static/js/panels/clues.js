// The clues beside the grid: one row for each slot, to write in.

import { clueField, clueStates, stateMark, warnings } from "../clueitems.js";
import { element } from "../dom.js";

export class CluesPanel {
  constructor(studio) {
    this.studio = studio;
    this.box = element("div", { class: "clues-panel" });
    studio.on("paint", () => this.draw());
    this.rows = new Map();
  }

  draw() {
    if (this.box.closest("[hidden]")) return;
    const { document: open, cursor, report } = this.studio;
    const { puzzle } = open;
    if (this.structure !== puzzle.structure || this.id !== open.id) this.build(puzzle);
    const entries = new Map((report?.entries ?? []).map((entry) => [entry.key, entry]));
    for (const item of clueStates(puzzle)) this.drawRow(puzzle, item, entries.get(item.slot.key));
    this.show(cursor.slot);
  }

  build(puzzle) {
    this.structure = puzzle.structure;
    this.id = this.studio.document.id;
    this.rows.clear();
    this.order = [];
    const groups = [["across", "Across"], ["down", "Down"], ["extra", "Extra"]].map(([direction, name]) => {
      const slots = puzzle.slots.slots.filter((slot) => slot.direction === direction);
      if (!slots.length) return null;
      return element("section", { "aria-label": name }, element("h3", { class: "group" }, name, " ", element("span", { class: "quiet" }, slots.length)), element("ul", {}, slots.map((slot) => this.row(slot))));
    });
    this.box.replaceChildren(...groups.filter(Boolean));
  }

  row(slot) {
    this.order.push(slot.key);
    const parts = {
      input: clueField(this.studio, slot, { onNext: (by) => this.next(slot, by) }),
      answer: element("span", { class: "answer small" }),
      state: element("span", { class: "state-cell" }),
      pills: element("span", { class: "pills" }),
    };
    parts.node = element("li", { class: "clue-row", onclick: (event) => { if (event.target !== parts.input) { this.studio.cursor.toSlot(this.studio.document.puzzle.slots.byKey.get(slot.key)); } } },
      element("div", { class: "clue-head" }, element("b", {}, slot.number), parts.answer, parts.pills, parts.state), parts.input);
    this.rows.set(slot.key, parts);
    return parts.node;
  }

  next(slot, by) {
    const key = this.order[this.order.indexOf(slot.key) + by];
    const input = this.rows.get(key)?.input;
    if (input) { input.focus(); input.select(); }
  }

  drawRow(puzzle, item, entry) {
    const { slot, clue, state } = item;
    const parts = this.rows.get(slot.key);
    const tokens = puzzle.tokens(slot).map((token) => token || "·").join("");
    const pills = warnings(puzzle, entry);
    const key = [clue.text, state, tokens, pills.map((pill) => pill.textContent).join()].join("|");
    if (key === parts.key) return;
    parts.key = key;
    parts.answer.textContent = tokens;
    if (document.activeElement !== parts.input) parts.input.value = clue.text;
    parts.state.replaceChildren(stateMark(this.studio, item));
    parts.pills.replaceChildren(...pills);
  }

  show(slot) {
    if (slot?.key === this.shownSlot) return;
    this.rows.get(this.shownSlot)?.node.classList.remove("current");
    this.shownSlot = slot?.key;
    const row = this.rows.get(slot?.key);
    row?.node.classList.add("current");
    row?.node.scrollIntoView({ block: "nearest" });
  }
}
