// The candidates of the slot and of its crossing: words, scores, and what a search says of each.

import { get, post } from "../api.js";
import { button, choice, clock, element, icon, later, number, searchField } from "../dom.js";
import { lettersOf } from "../letters.js";
import { slotName } from "../slots.js";

const LIMIT = 60; // rows asked for at first, and each time that the end is scrolled into view
const HOLD = 350; // milliseconds that a finger stays on a row to see its fill
const PAUSE = 40; // milliseconds without news before a list is asked for

// The letters of a slot as a row of small squares.
export function patternPicture(tokens, marks = []) {
  return element("span", { class: "pattern", "aria-hidden": "true" }, tokens.map((token, position) => element("i", { class: marks[position] || undefined }, token)));
}

// One list, of one slot.
class CandidateList {
  constructor(studio, slotOf, { name, hasFilter }) {
    this.studio = studio;
    this.slotOf = slotOf;
    this.sort = "score";
    this.filter = "";
    this.limit = LIMIT;
    this.wanted = ""; // what was last asked for, so that nothing is asked for twice
    this.title = element("h2");
    this.count = element("span", { class: "count-of" });
    this.rows = element("ul", { class: "rows", "aria-label": `Candidates of the ${name}` });
    this.box = element("section", { class: `candidates ${name}`, "aria-label": `Candidates of the ${name}` }, element("div", { class: "headline" }, this.title, this.count));
    if (hasFilter) this.box.append(this.buildFilter(), element("div", { class: "columns-head", "aria-hidden": "true" }, element("span", {}, "word"), element("span", { class: "figure" }, "score"), element("span", {}, "floor")));
    this.box.append(this.rows);
    this.rows.addEventListener("keydown", (event) => this.onKey(event));
    this.pointer = ""; // where the pointer last was
    this.rows.addEventListener("mouseleave", () => { this.pointed = null; this.unlook(); });
    this.rows.addEventListener("focusout", (event) => { if (!this.rows.contains(event.relatedTarget)) this.unlook(); });
    this.ask = later(() => this.fetch(), PAUSE);
    this.hold = later((word) => { this.isHeld = true; this.look(word); }, HOLD);
    this.listenToFingers();
    this.tools = this.buildTools();
    this.nearEnd = new IntersectionObserver((seen) => { if (seen.some(({ isIntersecting }) => isIntersecting)) this.more(); }, { root: this.rows, rootMargin: "200px" });
  }

  // One pair of tools for all rows: it goes to the row that is pointed at or has the focus.
  buildTools() {
    const tool = (name, action) => element("button", { type: "button", class: "tool", tabindex: "-1", onclick: () => action(this.tools.closest("li")) }, icon(name, 11));
    return element("span", { class: "row-tools" }, tool("rescore", (row) => this.rescore(row)), tool("ban", (row) => this.ban(row.dataset.word)));
  }

  // A finger has no way to point: one that stays on a row sees its fill, and takes nothing.
  listenToFingers() {
    const { rows } = this;
    const letGo = (event) => {
      this.hold.cancel();
      if (!this.isHeld) return;
      this.isHeld = false;
      if (event.cancelable) event.preventDefault();
      this.unlook();
    };
    rows.addEventListener("touchstart", ({ target }) => { const row = target.closest(".row"); if (row) this.hold(row.dataset.word); }, { passive: true });
    rows.addEventListener("touchmove", () => { if (!this.isHeld) this.hold.cancel(); }, { passive: true });
    for (const name of ["touchend", "touchcancel"]) rows.addEventListener(name, letGo);
    rows.addEventListener("contextmenu", (event) => { if (this.isHeld) event.preventDefault(); });
  }

  bringTools(row) {
    if (this.tools.parentNode === row || this.tools.contains(document.activeElement)) return;
    [...this.tools.children].forEach((tool, index) => {
      const label = `${["Rescore", "Ban"][index]} ${row.dataset.word}`;
      tool.setAttribute("aria-label", label);
      tool.title = label;
    });
    row.append(this.tools);
  }

  more() {
    this.limit += 4 * LIMIT;
    this.fetch();
  }

  buildFilter() {
    const { box, input } = searchField("Filter: b?e*, or letters");
    this.filterInput = input;
    input.addEventListener("input", () => { this.filter = input.value.trim(); this.limit = LIMIT; this.ask(); });
    input.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") { event.preventDefault(); this.focusFirst(); }
      if (event.key === "Escape" && input.value) { event.stopPropagation(); event.preventDefault(); input.value = ""; this.filter = ""; this.ask(); }
    });
    const sort = choice([["score", "Score"], ["floor", "Floor"], ["freshness", "Freshness"], ["alphabet", "A–Z"]], this.sort, (value) => { this.sort = value; this.ask(); }, { "aria-label": "Sort by" });
    return element("div", { class: "filter" }, box, sort);
  }

  // Ask for the words of the slot as it is now; an answer for anything else is dropped.
  async fetch() {
    const slot = this.slotOf();
    const { document: open } = this.studio;
    if (!open || !slot || open.isPending || this.box.closest(".view").hidden) return;
    this.head();
    const { revision } = open;
    const wanted = [open.id, revision, slot.key, this.filter, this.sort, this.limit].join("|");
    if (wanted === this.wanted) return;
    this.wanted = wanted;
    this.flight?.abort();
    this.flight = new AbortController();
    try {
      const answer = await get(
        ["documents", open.id, "slots", slot.label, "candidates"],
        { revision, filter: this.filter, sort: this.sort === "floor" ? "score" : this.sort, limit: this.limit },
        { signal: this.flight.signal },
      );
      const isCurrent = answer.revision === revision && open.revision === revision && this.slotOf()?.key === answer.key;
      if (isCurrent && !this.isRescoring) this.show(answer);
      else if (this.wanted === wanted) this.wanted = "";
    } catch (error) {
      if (this.wanted === wanted) this.wanted = "";
      if (error.name !== "AbortError" && error.code !== "not_found" && error.code !== "stale") this.fail(error);
    }
  }

  // Another document has other words, also where its slots are the same.
  reset() {
    this.answer = null;
    this.shownHead = this.shownKey = undefined;
    this.rows.classList.add("old");
  }

  // Ask again, though the puzzle is the same: the scores are not.
  renew() {
    this.wanted = "";
    this.ask();
  }

  fail(error) {
    this.answer = null;
    this.count.textContent = "";
    this.rows.replaceChildren(element("li", { class: "divider error-text" }, element("span", {}, error.message)));
  }

  // The head changes with the cursor at once; the rows when the answer is there.
  head() {
    const slot = this.slotOf();
    const { puzzle } = this.studio.document;
    const key = slot ? `${slot.key}|${puzzle.tokens(slot).join()}` : "";
    if (key === this.shownHead) return;
    const isOther = slot?.key !== this.shownKey;
    this.shownHead = key;
    this.shownKey = slot?.key;
    if (isOther) this.wanted = "";
    if (!slot) {
      this.title.replaceChildren("No word here");
      this.count.replaceChildren();
      this.rows.replaceChildren();
      return;
    }
    this.title.replaceChildren(slotName(slot.label), " ", patternPicture(puzzle.tokens(slot)));
    if (isOther) {
      this.filter = ""; // it was meant for the slot before
      if (this.filterInput) this.filterInput.value = "";
      this.limit = LIMIT;
      this.count.replaceChildren("…");
      this.rows.classList.add("old");
    }
  }

  show(answer) {
    this.head();
    this.answer = answer;
    this.rows.classList.remove("old");
    this.draw();
    this.studio.emit("candidates");
  }

  drawCount({ count, verb }) {
    const { total, matching } = this.answer;
    const isFiltered = matching !== total;
    this.counted = count;
    this.count.replaceChildren(element("b", { class: isFiltered ? undefined : count ? "good" : "dead" }, number(isFiltered ? matching : count)), ` of ${number(total)} ${isFiltered ? "match" : verb}`);
  }

  // Draw the rows in their order: those that are dead below a line that counts them.
  draw() {
    const { answer } = this;
    const { verdicts } = this.studio;
    if (!verdicts) this.drawCount({ count: answer.fitting, verb: "fit" });
    const focused = this.rows.contains(document.activeElement) ? document.activeElement.closest("li")?.dataset.word : null;
    const words = verdicts?.sorted(this, answer.words) ?? answer.words;
    const isDead = (each) => verdicts?.isDead(this, each) ?? !each.fits;
    const alive = words.filter((each) => !isDead(each));
    const hasAll = answer.words.filter(({ fits }) => fits).length === answer.fitting || answer.words.length === answer.matching;
    const dead = hasAll ? answer.matching - alive.length : words.length - alive.length;
    const rows = words.map((each) => this.row(each));
    if (words.length > alive.length) rows.splice(alive.length, 0, element("li", { class: "divider" }, element("span", {}, `${number(dead)} dead`)));
    if (answer.words.length < answer.matching) {
      rows.push(element("li", { class: "more" }, button(`${number(answer.matching - answer.words.length)} more`, () => this.more(), { class: "plain" })));
    }
    if (!answer.words.length) rows.push(element("li", { class: "divider" }, element("span", {}, answer.total ? "No word matches the filter" : "No word of the lists fits")));
    this.nearEnd.disconnect();
    this.rows.replaceChildren(...rows);
    if (rows.at(-1)?.matches(".more")) this.nearEnd.observe(rows.at(-1));
    verdicts?.paintList(this);
    const buttons = this.buttons();
    if (focused && !buttons.length) this.leave();
    this.rove(buttons.find((one) => one.closest("li").dataset.word === focused) ?? buttons[0], Boolean(focused));
  }

  // Whether a word is the one in the grid.
  isWritten(word) {
    const slot = this.slotOf();
    return Boolean(slot) && this.studio.document.puzzle.answer(slot) === word;
  }

  label({ word, score, used }, said) {
    const isCurrent = this.isWritten(word);
    return `${word}, score ${score}, ${said}${used ? `, used in ${used[1]}` : ""}${isCurrent ? ", in the grid" : ""}`;
  }

  row(each) {
    const { word, score, fits, used } = each;
    const isCurrent = this.isWritten(word);
    const take = element(
      "button",
      { type: "button", class: "take", tabindex: "-1", onclick: () => this.choose(each), "aria-label": this.label(each, fits ? "fits" : "dead") },
      element("span", { class: "answer" }, word),
      element("span", { class: "figure" }, number(score)),
      element("span", { class: fits ? "verdict open" : "verdict dead" }, fits ? "…" : "✗"),
    );
    const point = () => { this.bringTools(row); this.look(word); };
    const row = element("li", { class: `row${fits ? "" : " out"}${isCurrent ? " current" : ""}`, title: used ? `Used in ${used[1]}, ${clock(used[0] * 1000)}` : undefined, data: { word, score }, onfocusin: point, onmousemove: (event) => { if (this.hasMoved(event) && this.pointed !== row) { this.pointed = row; point(); } } }, take);
    return row;
  }

  // A dead word opens what contradicts it; any other one is written.
  choose(each) {
    const { answer, studio } = this;
    if (!answer || this.rows.classList.contains("old")) return; // what is shown is of another slot
    const isDead = studio.verdicts?.isDead(this, each) ?? !each.fits;
    if (isDead && !this.isWritten(each.word)) studio.emit("whynot", { slot: answer.slot, word: each.word });
    else this.take(each.word);
  }

  // A row is looked at when the pointer moves to it, not when it comes to lie below the pointer:
  // browsers tell of a move then, too.
  hasMoved({ screenX, screenY }) {
    const pointer = `${screenX} ${screenY}`;
    if (pointer === this.pointer) return false;
    this.pointer = pointer;
    return true;
  }

  // Show the word in pencil where it would go.
  look(word) {
    const slot = this.studio.document && this.slotOf();
    const puzzle = this.studio.document?.puzzle;
    const tokens = slot && puzzle.split(slot, word, lettersOf(word));
    if (!tokens) return;
    this.studio.try(new Map(slot.cells.map((cell, position) => [cell, tokens[position]]).filter(([cell, token]) => puzzle.cells[cell].token !== token)));
    this.studio.verdicts?.point(this, word);
  }

  unlook() {
    this.studio.try(null);
    this.studio.verdicts?.leave();
  }

  // Write the word and go back to the grid, where the work goes on.
  take(word) {
    const slot = this.slotOf();
    if (!slot) return;
    this.unlook();
    this.studio.editing.place(slot, word);
    this.studio.focusGrid();
  }

  async ban(word) {
    try {
      await post(["words", "ban"], { word });
      this.studio.say(`${word} is banned. Words keeps the list of bans.`);
    } catch (error) { this.studio.complain(error); }
    this.renew();
  }

  get isRescoring() { return Boolean(this.rows.querySelector(".rescore")); }

  rescore(row) {
    const { word, score } = row.dataset;
    const input = element("input", { type: "number", class: "field", min: "0", max: "100", value: score, "aria-label": `Score of ${word}`, autocomplete: "off", "data-1p-ignore": "" });
    let hasEnded = false; // to remove the form takes the focus from it, which would end it again
    const end = (isBack) => {
      if (hasEnded) return;
      hasEnded = true;
      form.remove();
      row.classList.remove("rescoring");
      if (isBack) row.querySelector(".take").focus();
      this.ask();
    };
    const form = element("form", { class: "rescore", novalidate: true, onsubmit: async (event) => {
      event.preventDefault();
      const value = Number(input.value);
      if (!Number.isInteger(value) || value < 0 || value > 100) { this.studio.say("A score is a whole number from 0 to 100."); return; }
      end(true);
      try {
        await post(["words", "score"], { word, score: value });
        this.studio.say(`${word} scores ${value} from now on.`);
      } catch (error) { this.studio.complain(error); }
      this.renew();
    } }, input);
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Escape") { event.preventDefault(); end(true); }
    });
    input.addEventListener("blur", () => end(false));
    row.classList.add("rescoring");
    row.append(form);
    input.focus();
    input.select();
  }

  // -- one stop in the Tab order; arrows move between rows and their tools -----------------------

  buttons() { return [...this.rows.querySelectorAll(".take")]; }

  rove(to, hasFocus = true) {
    for (const one of this.rows.querySelectorAll("[tabindex='0']")) one.tabIndex = -1;
    if (!to) return;
    to.tabIndex = 0;
    if (hasFocus) { to.focus({ preventScroll: true }); to.scrollIntoView({ block: "nearest" }); }
  }

  leave() {
    if (this.filterInput) this.filterInput.focus();
    else this.studio.focusGrid();
  }

  focusFirst() {
    const buttons = this.buttons();
    this.rove(buttons.find((one) => one.closest(".current")) ?? buttons[0]);
  }

  onKey(event) {
    const target = document.activeElement;
    const row = target.closest("li");
    const stops = row ? [...row.querySelectorAll(".take, .tool")] : [];
    const buttons = this.buttons();
    const at = buttons.indexOf(row?.querySelector(".take"));
    if (at < 0) return;
    const next = {
      ArrowDown: () => buttons[at + 1],
      ArrowUp: () => buttons[at - 1] ?? this.filterInput,
      PageDown: () => buttons[Math.min(buttons.length - 1, at + 10)],
      PageUp: () => buttons[Math.max(0, at - 10)],
      Home: () => buttons[0],
      End: () => buttons.at(-1),
      ArrowRight: () => stops[stops.indexOf(target) + 1],
      ArrowLeft: () => stops[stops.indexOf(target) - 1],
    }[event.key]?.();
    if (event.key === "Delete") { event.preventDefault(); this.ban(row.dataset.word); return; }
    // Letters are meant for the filter, which types them once it has the focus.
    if (!next && this.filterInput && /^\p{L}$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) this.filterInput.focus();
    if (!next) return;
    event.preventDefault();
    if (next === this.filterInput) next.focus();
    else this.rove(next);
  }
}

export class Candidates {
  constructor(studio) {
    this.studio = studio;
    this.slot = new CandidateList(studio, () => studio.cursor?.slot, { name: "slot", hasFilter: true });
    this.crossing = new CandidateList(studio, () => studio.cursor?.crossing, { name: "crossing", hasFilter: false });
    this.lists = [this.slot, this.crossing];
    this.box = element("aside", { class: "left panel", "aria-label": "Candidates" }, this.lists.map(({ box }) => box));
    studio.on("document", () => this.lists.forEach((list) => list.reset()));
    studio.on("paint", () => { if (!this.isHidden) this.lists.forEach((list) => list.head()); });
    studio.on("move", () => this.ask());
    for (const name of ["settled", "preview"]) studio.on(name, () => this.ask());
    for (const name of ["change", "waiting"]) studio.on(name, () => { if (studio.document.isPending) this.drop(); });
    studio.on("words", () => this.lists.forEach((list) => list.renew()));
    studio.on("candidates", () => this.load());
  }

  // What searches say comes once there are candidates to say it of: the page opens without it.
  load() {
    this.loading ??= import("../verdicts.js").then(({ Verdicts }) => {
      this.studio.verdicts = new Verdicts(this.studio, this.lists);
      if (!this.studio.document) return; // left while this was loading
      for (const list of this.lists) if (list.answer) list.draw();
    });
  }

  get isHidden() { return this.box.parentNode.hidden; }

  ask() { if (!this.isHidden) this.lists.forEach((list) => list.ask()); }

  // An edit makes another puzzle, where the slot that was asked about may be gone.
  drop() { this.lists.forEach(({ flight }) => flight?.abort()); }

  focus() { this.slot.focusFirst(); }
}
