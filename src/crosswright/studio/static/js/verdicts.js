// Verdicts by search at the candidates. The page says which rows are in view, the server tries them
// and tells; what it tells shows in place, for the revision that is shown and for no other.

import { get, post } from "./api.js";
import { element, later } from "./dom.js";

const PAUSE = 25; // milliseconds without news before the server is told what is looked at
const MOST = 200; // rows of a slot that are tried, those in view first
const FILLED = 300; // rows that are asked for at most so that some that fill are in view
const REST = 1000; // milliseconds without news before rows are sorted again
const HOVER = 40; // milliseconds on a row before its fill is asked for
const RANKS = { fills: 0, undecided: 1, dead: 3 };

export class Verdicts {
  constructor(studio, lists) {
    this.studio = studio;
    this.lists = lists;
    this.known = new Map(); // by slot and word, for one revision
    this.fills = new Map(); // the squares of fills that were asked for
    this.lookSoon = later(() => this.look(), PAUSE);
    this.sortSoon = later(() => this.sort(), REST);
    this.askSoon = later((list, word) => this.ask(list, word), HOVER);
    studio.on("candidate", (event) => this.hear(event));
    for (const name of ["candidates", "look", "settled"]) studio.on(name, () => this.lookSoon());
    for (const name of ["words", "document"]) studio.on(name, () => this.forget());
    for (const name of ["change", "waiting", "settled"]) studio.on(name, () => this.paint());
    studio.on("connected", (isConnected) => { if (isConnected) { this.sent = ""; this.lookSoon(); } });
    for (const { rows } of lists) {
      rows.addEventListener("scroll", () => this.lookSoon(), { passive: true });
      for (const name of ["mouseleave", "focusout"]) rows.addEventListener(name, () => this.sortSoon());
    }
    this.look();
  }

  // -- what is looked at ------------------------------------------------------------------------

  async look() {
    const { document: open, wants } = this.studio;
    if (!open || open.isPending || document.body.dataset.view !== "editor") return;
    const views = this.lists.filter(({ answer, shownKey }) => answer?.revision === open.revision && answer.key === shownKey).map((list) => this.view(list));
    const slots = [...views.map(({ slot, inView }) => ({ slot, words: inView })), ...views.map(({ slot, others }) => ({ slot, words: others }))].filter(({ words }) => words.length);
    const body = { revision: open.revision, slots, wants: [...wants].sort() };
    const sent = JSON.stringify([open.id, body]);
    if (sent === this.sent) return;
    this.sent = sent;
    try {
      await post(["documents", open.id, "look"], body);
    } catch (error) {
      if (this.sent === sent) this.sent = "";
      if (!["not_found", "unreachable", "no_session"].includes(error.code)) this.studio.complain(error);
    }
  }

  // The rows of a list that are in view, and those that might be soon; what is ruled out needs no search.
  view({ answer, rows }) {
    const top = rows.scrollTop + rows.offsetTop;
    const inView = [];
    const others = [];
    const alive = new Set(answer.words.filter(({ fits }) => fits).map(({ word }) => word));
    for (const row of rows.querySelectorAll(".row")) {
      if (!alive.has(row.dataset.word)) continue;
      const isSeen = row.offsetTop + row.offsetHeight > top && row.offsetTop < top + rows.clientHeight;
      (isSeen ? inView : others).push(row.dataset.word);
    }
    return { slot: answer.slot, inView, others: others.slice(0, Math.max(0, MOST - inView.length)) };
  }

  // -- what is known ----------------------------------------------------------------------------

  // Whether what is known is about what is shown.
  get isCurrent() {
    const { document: open } = this.studio;
    return Boolean(open) && !open.isPending && this.id === open.id && this.revision === open.revision;
  }

  forget() {
    this.known.clear();
    this.fills.clear();
    this.sent = "";
    this.revision = undefined;
    this.paint();
    this.lookSoon();
  }

  hear({ revision, slot, verdicts }) {
    const { document: open } = this.studio;
    if (!this.isCurrent) {
      this.known.clear();
      this.fills.clear();
      this.id = open.id;
      this.revision = revision;
    }
    if (!this.known.has(slot)) this.known.set(slot, new Map());
    for (const verdict of verdicts) this.known.get(slot).set(verdict.word, verdict);
    const changed = new Set(verdicts.map(({ word }) => word));
    for (const list of this.lists) {
      if (list.answer?.slot !== slot) continue;
      this.paintList(list, changed);
      if (list === this.pointedList && changed.has(this.pointed)) this.point(list, this.pointed);
    }
    this.sortSoon();
    this.studio.emit("verdicts");
  }

  // Whether the words of a list were asked for at what is shown; the crossings then rule some out at once.
  isFresh({ answer }) {
    const { document: open } = this.studio;
    return Boolean(open) && !open.isPending && answer?.revision === open.revision;
  }

  of(list, { word, fits }) {
    if (!fits) return this.isFresh(list) ? { verdict: "dead" } : null;
    return (this.isCurrent && this.known.get(list.answer?.slot)?.get(word)) || null;
  }

  // -- showing ----------------------------------------------------------------------------------

  paint() { for (const list of this.lists) if (list.answer) this.paintList(list); }

  paintList(list, changed) {
    const words = new Map(list.answer.words.map((each) => [each.word, each]));
    for (const row of list.rows.querySelectorAll(".row")) {
      const { word } = row.dataset;
      if (words.has(word) && (!changed || changed.has(word))) this.mark(list, row, words.get(word));
    }
    this.count(list);
  }

  mark(list, row, each) {
    const known = this.of(list, each);
    const { verdict, floor, bound } = known ?? {};
    const isDead = verdict === "dead";
    row.classList.toggle("out", isDead);
    row.dataset.verdict = verdict ?? "computing";
    const cell = row.querySelector(".verdict");
    cell.className = `verdict ${isDead ? "dead" : verdict === "fills" ? "good" : "open"}`;
    cell.replaceChildren(...glyphs(verdict, floor, bound));
    const said = isDead ? "dead: choose it to see why" : { fills: `fills${floorText(floor, bound)}`, undecided: "undecided" }[verdict] ?? "being tried";
    row.querySelector(".take").setAttribute("aria-label", list.label(each, said));
  }

  // "10 of 175 fill" once all are decided, "12 of 175 fit" until then.
  count(list) {
    const { answer } = list;
    const isFresh = this.isFresh(list);
    list.rows.classList.toggle("stale", !isFresh);
    if (!isFresh) { list.count.replaceChildren("…"); return; }
    const all = this.isCurrent ? [...(this.known.get(answer.slot)?.values() ?? [])] : [];
    const fills = all.filter(({ verdict }) => verdict === "fills").length;
    const decided = all.filter(({ verdict }) => verdict !== "undecided").length;
    list.drawCount(decided >= answer.fitting ? { count: fills, verb: "fill" } : { count: answer.fitting, verb: "fit" });
  }

  // The words of an answer as they are to be shown: dead ones last.
  sorted(list, words) {
    const rank = (each) => RANKS[this.of(list, each)?.verdict] ?? 1;
    const value = (each) => { const known = this.of(list, each); return known?.verdict === "fills" ? [known.floor ?? 999, known.bound ?? 999] : [-1, -1]; };
    const places = new Map(words.map((each, place) => [each, place]));
    return [...words].sort((one, other) => {
      const isDead = (rank(one) === 3) - (rank(other) === 3);
      if (isDead) return isDead;
      if (rank(one) === 3 && list.sort !== "alphabet") return other.score - one.score || places.get(one) - places.get(other);
      if (list.sort === "floor") {
        const [a, b] = [value(one), value(other)];
        if (b[0] !== a[0] || b[1] !== a[1]) return b[0] - a[0] || b[1] - a[1];
      }
      return places.get(one) - places.get(other);
    });
  }

  isDead(list, each) { return this.of(list, each)?.verdict === "dead"; }

  // Rows do not move under the pointer, nor under the keys.
  sort() {
    for (const list of this.lists) {
      const isTouched = list.rows.matches(":hover") || list.rows.contains(document.activeElement);
      if (!list.answer || isTouched || list.isRescoring) continue;
      const order = this.sorted(list, list.answer.words).map(({ word }) => word).join();
      const shown = [...list.rows.querySelectorAll(".row")].map((row) => row.dataset.word).join();
      if (order !== shown) list.draw();
      this.fillView(list);
    }
  }

  // Where most of the rows have turned out dead, those that fill are further down: ask for more.
  fillView(list) {
    const { answer, rows } = list;
    const alive = answer.words.filter((each) => !this.isDead(list, each)).length;
    const isShort = alive * (rows.querySelector(".row")?.offsetHeight ?? 0) < rows.clientHeight;
    if (isShort && answer.words.length < answer.fitting && list.limit < FILLED) list.more();
  }

  // -- fills ------------------------------------------------------------------------------------

  // Show the fill behind a verdict in pencil, once somebody stays on its row.
  point(list, word) {
    this.pointed = word;
    this.pointedList = list;
    const squares = this.fills.get(this.name(list, word));
    if (squares) this.studio.try(squares);
    else this.askSoon(list, word);
  }

  leave() {
    this.pointed = undefined;
    this.askSoon.cancel();
  }

  name(list, word) {
    const known = this.of(list, { word, fits: true });
    return known?.verdict === "fills" ? `${list.answer.slot} ${word} ${known.floor}` : "";
  }

  async ask(list, word) {
    const { document: open } = this.studio;
    const name = this.name(list, word);
    if (!name || this.pointed !== word) return;
    const { revision } = open;
    try {
      const { cells } = await get(["documents", open.id, "slots", list.answer.slot, "witness"], { word, revision });
      if (!cells || !this.isCurrent || open.revision !== revision) return;
      const { puzzle } = open;
      const squares = new Map(cells.map(([row, column, letter]) => [puzzle.index(row, column), letter]).filter(([cell, letter]) => puzzle.cells[cell].token !== letter));
      this.fills.set(name, squares);
      if (this.pointed === word) this.studio.try(squares);
    } catch (error) {
      if (error.code !== "not_found" && error.code !== "unreachable") this.studio.complain(error);
    }
  }
}

function floorText(floor, bound) {
  if (floor === null || floor === undefined) return "";
  if (bound === null || bound === undefined) return `, floor ${floor} or more`;
  return floor === bound ? `, floor ${floor} proved` : `, floor ${floor}, at most ${bound}`;
}

function glyphs(verdict, floor, bound) {
  if (verdict === "dead") return ["✗"];
  if (verdict === "undecided") return ["–"];
  if (verdict !== "fills") return ["…"];
  if (floor === null || floor === undefined) return ["✓"];
  const isOpen = bound === null || bound === undefined;
  const rest = isOpen ? "+" : floor === bound ? "" : `/${bound}`;
  return ["✓", element("b", {}, String(floor)), ...(rest ? [element("span", { class: "bound" }, rest)] : [])];
}
