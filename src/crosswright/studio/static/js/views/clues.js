// The clues: a table of all of them beside the grid.

import { get, post } from "../api.js";
import { clueField, clueStates, stateMark, warnings } from "../clueitems.js";
import { button, clock, element, field, later, number, plural, searchField } from "../dom.js";
import { slotName } from "../slots.js";

const FILTERS = [["all", "All"], ["empty", "Empty"], ["draft", "Drafts"], ["done", "Done"], ["repeated", "Shared words"]];

export class CluesView {
  constructor(studio) {
    this.studio = studio;
    this.filter = "all";
    this.rows = new Map();
    this.host = element("div", { class: "board-host" });
    this.about = element("section", { class: "clue-about", "aria-label": "The answer" });
    this.body = element("table", { class: "clue-table" });
    this.scroller = element("div", { class: "clue-scroll" }, this.body);
    this.beside = element("div", { class: "clue-side" }, this.host, this.about);
    this.element = element("div", { class: "view clues", hidden: true }, this.beside, element("div", { class: "clue-main" }, this.buildBar(), this.scroller));
    studio.on("document", () => { this.find.value = ""; this.choose("all"); });
    studio.on("paint", () => this.draw());
    studio.on("end", ({ kind, status, message }) => { if (kind === "drafts") studio.say(status === "FILLED" ? `${message} written.` : `No drafts: ${message}.`); });
    this.lookSoon = later(() => this.look(), 150);
    new ResizeObserver(() => this.fit()).observe(this.beside);
  }

  buildBar() {
    this.filters = element("div", { class: "chips", role: "group", "aria-label": "Which clues" }, FILTERS.map(([value, label]) => element(
      "button",
      { type: "button", data: { value }, "aria-pressed": String(value === this.filter), onclick: () => this.choose(value) },
      label, " ", element("b", {}),
    )));
    const { box, input } = searchField("Find an answer or clue");
    this.find = input;
    input.addEventListener("input", () => this.draw());
    this.draft = button("Draft the empty ones", () => this.askForDrafts());
    this.draft.hidden = !this.studio.about.drafts;
    this.acceptAll = button("Accept all drafts", () => this.acceptDrafts(), { class: "plain" });
    return element("div", { class: "clue-filter" }, this.filters, box, this.acceptAll, this.draft);
  }

  choose(value) {
    this.filter = value;
    for (const chip of this.filters.children) chip.setAttribute("aria-pressed", String(chip.dataset.value === value));
    this.draw();
  }

  show() {
    this.element.hidden = false;
    this.host.append(this.studio.board.element);
    this.fit();
    this.studio.renderGrid();
    this.draw();
    this.studio.paintSoon();
    if (window.matchMedia("(min-width: 761px)").matches) this.rows.get(this.studio.cursor.slot?.key)?.input.focus();
  }

  hide() { this.element.hidden = true; }

  fit() {
    if (this.element.hidden || !this.studio.document) return;
    this.studio.board.fit(this.beside.clientWidth - 48, Math.max(160, this.beside.clientHeight - 260));
  }

  // -- the table --------------------------------------------------------------------------------

  draw() {
    if (this.element.hidden || !this.studio.document) return;
    const { document: open, report } = this.studio;
    const { puzzle } = open;
    if (this.structure !== puzzle.structure || this.id !== open.id) this.build(puzzle);
    const entries = new Map((report?.entries ?? []).map((entry) => [entry.key, entry]));
    const items = clueStates(puzzle).map((item) => {
      const entry = entries.get(item.slot.key);
      return { ...item, entry, isRepeated: Boolean(entry?.shared?.length || entry?.stems?.length) };
    });
    for (const item of items) this.drawRow(puzzle, item);
    this.drawCounts(items);
    this.mark();
  }

  build(puzzle) {
    this.structure = puzzle.structure;
    this.id = this.studio.document.id;
    this.rows.clear();
    this.order = [];
    const head = element("thead", {}, element("tr", {}, [["no.", "figure"], ["answer", ""], ["score", "figure"], ["clue", ""], ["", ""], ["length", "figure"]].map(([text, names]) => element("th", { scope: "col", class: names }, text || element("span", { class: "unseen" }, "state")))));
    const groups = [["across", "Across"], ["down", "Down"], ["extra", "Extra"]].flatMap(([direction, name]) => {
      const slots = puzzle.slots.slots.filter((slot) => slot.direction === direction);
      if (!slots.length) return [];
      return [element("tbody", {}, element("tr", { class: "group" }, element("th", { colspan: "6", scope: "rowgroup" }, name, " ", element("span", { class: "quiet" }, slots.length))), slots.map((slot) => this.row(slot)))];
    });
    this.body.replaceChildren(element("caption", { class: "unseen" }, "Clues"), head, ...groups);
  }

  row(slot) {
    this.order.push(slot.key);
    const parts = {
      input: clueField(this.studio, slot, { onNext: (by) => this.next(slot, by) }),
      answer: element("td", { class: "answer" }),
      score: element("td", { class: "figure quiet score" }),
      state: element("td", { class: "state-cell" }),
      length: this.lengthField(slot),
      pills: element("span", { class: "pills" }),
    };
    parts.node = element(
      "tr",
      { class: "clue-line", onclick: (event) => { if (!event.target.closest("input, button")) parts.input.focus(); } },
      element("th", { scope: "row", class: "figure" }, slot.number),
      parts.answer, parts.score,
      element("td", { class: "clue-cell" }, element("div", {}, parts.input, parts.pills)),
      parts.state,
      element("td", { class: "figure" }, parts.length),
    );
    this.rows.set(slot.key, parts);
    return parts.node;
  }

  // How the answer is divided, (4,5): its length unless somebody writes more.
  lengthField(slot) {
    const { document: open } = this.studio;
    const input = field({ class: "clue-field enumeration", "aria-label": `Enumeration of ${slot.label}`, maxlength: "60" });
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.next(slot, 1);
    });
    input.addEventListener("change", () => {
      const enumeration = input.value.trim();
      const stored = open.state.clues[slot.key]?.enumeration ?? "";
      if (enumeration !== stored) open.do([{ op: "set_clue", slot: slot.key, enumeration }]);
    });
    return input;
  }

  // The next row that is shown, as Enter and the arrows go.
  next(slot, by) {
    const shown = this.order.filter((key) => !this.rows.get(key).node.hidden);
    const input = this.rows.get(shown[shown.indexOf(slot.key) + by])?.input;
    if (!input) return;
    input.focus();
    input.select();
    input.scrollIntoView({ block: "nearest" });
  }

  drawRow(puzzle, item) {
    const { slot, clue, state, entry, isRepeated } = item;
    const parts = this.rows.get(slot.key);
    const answer = puzzle.tokens(slot).map((token) => token || "·").join("");
    const isBusy = document.activeElement === parts.input;
    parts.node.hidden = !isBusy && !this.isWanted(state, isRepeated, answer, clue.text);
    const pills = warnings(puzzle, entry);
    const isTheme = puzzle.isTheme(slot.label);
    const key = [answer, clue.text, state, entry?.score, clue.enumeration ?? entry?.enumeration, isTheme, pills.map((pill) => pill.textContent)].join("|");
    if (key === parts.key) return;
    parts.key = key;
    parts.answer.replaceChildren(isTheme ? element("b", {}, answer) : answer);
    parts.score.textContent = entry?.score ?? "–";
    parts.length.placeholder = entry?.enumeration || slot.cells.length;
    if (document.activeElement !== parts.length) parts.length.value = clue.enumeration ?? "";
    if (!isBusy) parts.input.value = clue.text;
    parts.state.replaceChildren(stateMark(this.studio, item));
    parts.pills.replaceChildren(...pills);
  }

  isWanted(state, isRepeated, answer, text) {
    const find = this.find.value.trim().toLowerCase();
    const matches = !find || answer.toLowerCase().includes(find) || text.toLowerCase().includes(find);
    return matches && (this.filter === "all" || this.filter === state || (this.filter === "repeated" && isRepeated));
  }

  drawCounts(items) {
    const counts = { all: items.length, repeated: items.filter(({ isRepeated }) => isRepeated).length };
    for (const { state } of items) counts[state] = (counts[state] ?? 0) + 1;
    for (const chip of this.filters.children) chip.querySelector("b").textContent = number(counts[chip.dataset.value] ?? 0);
    this.acceptAll.hidden = !counts.draft;
    this.draft.disabled = !counts.empty;
  }

  mark() {
    if (!this.studio.document) return; // left meanwhile
    const { slot } = this.studio.cursor;
    if (slot?.key !== this.marked) {
      this.rows.get(this.marked)?.node.classList.remove("current");
      this.marked = slot?.key;
      this.rows.get(slot?.key)?.node.scrollIntoView({ block: "nearest" });
    }
    this.rows.get(slot?.key)?.node.classList.add("current");
    const answer = slot ? this.studio.document.puzzle.answer(slot) : "";
    const key = `${slot?.key}|${answer}`;
    if (key === this.lookedAt) return;
    this.lookedAt = key;
    this.drawAbout(slot, answer);
    if (answer) this.lookSoon();
  }

  // -- the answer -------------------------------------------------------------------------------

  drawAbout(slot, answer, looked) {
    if (!slot) { this.about.replaceChildren(); return; }
    const score = looked && looked.score !== null ? `score ${looked.score} · ` : "";
    const definitions = (looked?.definitions ?? []).slice(0, 6).map(({ part, text }) => element("li", {}, element("span", { class: "quiet" }, part), " ", text));
    this.about.replaceChildren(
      element("div", { class: "headline" }, element("h2", {}, slotName(slot.label), "  ", element("span", { class: "answer" }, answer)), element("span", { class: "quiet" }, `${score}${plural(slot.cells.length, "letter")}`)),
      ...(definitions.length ? [element("ul", { class: "definitions" }, definitions)] : []),
      ...(looked ? [this.usedBefore(slot, looked.clues)] : []),
    );
  }

  // Clues for this answer in the other puzzles of the library; each can be taken over.
  usedBefore(slot, clues) {
    const take = (text) => {
      this.studio.document.do([{ op: "set_clue", slot: slot.key, text }]);
      const { input } = this.rows.get(slot.key);
      input.value = text;
      input.focus();
    };
    return element(
      "section",
      { class: "used", "aria-label": "Used before" },
      element("div", { class: "headline" }, element("h3", {}, "Used before"), element("span", { class: "quiet" }, clues.length ? plural(clues.length, "clue") : "not in your library or clue bank")),
      element("ul", {}, clues.map(({ text, title, edited, date }) => element("li", {}, element("button", { type: "button", class: "take-clue", title: "Take this clue", onclick: () => take(text) }, text), element("span", { class: "quiet" }, [title, edited ? clock(edited * 1000) : date].filter(Boolean).join(", "))))),
    );
  }

  async look() {
    const { document: open, cursor } = this.studio;
    if (!open) return; // another one is being opened
    const { slot } = cursor;
    const answer = slot && open.puzzle.answer(slot);
    if (!answer) return;
    try {
      const [looked, { clues }] = await Promise.all([get(["words", "look"], { word: answer, document: open.id }), get(["words", "clues"], { answer, document: open.id })]);
      if (this.studio.cursor.slot?.key === slot.key && open.puzzle.answer(slot) === answer) this.drawAbout(slot, answer, { ...looked, clues });
    } catch { /* the answer is shown without more about it */ }
  }

  // -- drafts -----------------------------------------------------------------------------------

  async askForDrafts() {
    const { studio } = this;
    studio.say("Drafting clues…");
    try {
      await post(["documents", studio.document.id, "jobs"], { kind: "drafts", base: studio.document.revision });
    } catch (error) { studio.complain(error); }
  }

  acceptDrafts() {
    const { document: open } = this.studio;
    const ops = clueStates(open.puzzle).filter(({ state }) => state === "draft").map(({ slot }) => ({ op: "set_clue", slot: slot.key, draft: false }));
    open.do(ops);
    this.studio.say(`Accepted ${plural(ops.length, "draft")}.`);
  }
}
