// New puzzles: an empty grid, a built-in or drawn pattern, theme entries, or a criss-cross of words.

import { get, post, remove } from "./api.js";
import { button, choice, element, field, labelled, plural } from "./dom.js";
import { Maker } from "./maker.js";
import { SYMMETRIES } from "./symmetry.js";
import { thumb } from "./thumb.js";

export const KINDS = [
  ["empty", "Empty grid", "Any size; blocks or bars", "Empty grid"],
  ["pattern", "Pattern", "Drawn for you, fillable", "Pattern"],
  ["theme", "Theme", "Your entries, placed and filled", "Theme"],
  ["crisscross", "Criss-cross", "A word list, interlocked", "Criss-cross"],
];

const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

const figure = (name, value, attributes = {}) => element("input", { type: "number", class: "field", name, value, min: "2", max: "60", autocomplete: "off", "data-1p-ignore": "", ...attributes });

export class NewPuzzle {
  constructor(studio, { open, listen }) {
    this.studio = studio;
    this.open = open;
    this.listen = listen; // how to hear of the library's jobs
    this.leave = () => {};
  }

  build(kind) { return { empty: () => this.empty(), pattern: () => this.pattern(), theme: () => this.theme(), crisscross: () => this.crisscross() }[kind](); }

  async create(request) {
    try {
      const card = await post(["documents"], request);
      this.open(card.id);
    } catch (error) { this.fail(error); }
  }

  fail(error) {
    if (this.stop) this.stop.hidden = true;
    this.message.replaceChildren(element("span", { class: "error-text" }, error.message));
  }

  form(onSubmit, label, ...content) {
    this.message = element("p", { class: "small quiet", role: "status" });
    this.choices = element("div", { class: "choices" });
    this.stop = button("Stop", () => { if (this.waiting) remove(["jobs", this.waiting]).catch((error) => this.fail(error)); });
    this.stop.hidden = true;
    this.waiting = null; // the choices of an earlier form go nowhere
    return [element(
      "form",
      { class: "block-of-panel", novalidate: true, onsubmit: (event) => { event.preventDefault(); onSubmit(); } },
      ...content,
      element("div", { class: "buttons" }, element("button", { type: "submit", class: "button main" }, label), this.stop),
      this.message,
    ), this.choices];
  }

  sizes(value = 15) {
    this.rows = figure("height", value, { autofocus: true });
    this.columns = figure("width", value);
    this.rows.addEventListener("input", () => { if (!this.columns.dataset.own) this.columns.value = this.rows.value; });
    this.columns.addEventListener("input", () => { this.columns.dataset.own = "1"; });
    return element("div", { class: "pairs" }, labelled("Rows", this.rows), labelled("Columns", this.columns));
  }

  size() { return { height: Number(this.rows.value), width: Number(this.columns.value) }; }

  symmetries() {
    this.symmetry = choice(SYMMETRIES, "180", () => {}, { name: "symmetry" });
    return labelled("Symmetry", this.symmetry);
  }

  empty() {
    const title = field({ name: "title", maxlength: "200", autofocus: true });
    return this.form(
      () => this.create({ kind: "blank", ...this.size(), symmetry: this.symmetry.value, ...(title.value.trim() ? { title: title.value.trim() } : {}) }),
      "Create",
      labelled("Title", title), this.sizes(), this.symmetries(),
    );
  }

  pattern() {
    const sets = element("div", { class: "pairs" });
    const builtin = element("section", { class: "block-of-panel", "aria-label": "Built-in patterns" }, element("h3", {}, "Built in"), sets, element("div", { class: "choices" }));
    this.message = element("p", { class: "small quiet", role: "status" });
    this.loadPatterns(builtin.lastChild, sets);
    builtin.append(this.message);
    return [this.maker({ hasTheme: false }), builtin];
  }

  // Show the built-in patterns of a set, and a choice of the sets there are.
  async loadPatterns(box, choices, set = {}) {
    try {
      const { patterns, sets, style, size } = await get(["patterns"], set);
      const names = sets.map((one) => [`${one.style} ${one.size}`, `${one.size} × ${one.size}, ${one.style}`]);
      if (!choices.firstChild) {
        choices.append(labelled("Size and style", choice(names, `${style} ${size}`, (name) => {
          this.loadPatterns(box, choices, sets.find((one) => `${one.style} ${one.size}` === name));
        }, { name: "built-in" })));
      }
      box.replaceChildren(...patterns.map((rows, index) => this.choice({ rows }, `Pattern ${index + 1}`, () => this.create({ kind: "pattern", style, size, index }))));
    } catch (error) { this.fail(error); }
  }

  theme() { return this.maker({}); }

  maker(wishes) {
    const making = new Maker(this.studio, {
      verb: "Make a puzzle of it",
      taking: "take one",
      start: (request) => post(["jobs"], request),
      listen: this.listen,
      take: async (job, choice) => this.open((await post(["documents"], { kind: "job", job, choice })).id),
    }, wishes);
    this.leave = () => making.stop();
    return making.box;
  }

  crisscross() {
    const entries = element("textarea", { class: "field", name: "words", rows: "8", placeholder: "OAK: Acorns grow on it\nELM\nBIRCH", "aria-label": "Words, one per line; a clue after a colon", autofocus: true });
    return this.form(() => {
      const words = entries.value.split("\n").map((line) => line.trim()).filter(Boolean)
        .map((line) => line.split(/:(.*)/s).slice(0, 2).map((part) => part?.trim() ?? "")).map(([word, clue = ""]) => [word, clue]);
      if (!words.length) { this.message.textContent = "Write the words, one per line."; return; }
      this.job({ kind: "layout", words, count: 4 });
    }, "Interlock", element("p", { class: "quiet" }, "Words, one per line; a clue may follow a colon"), entries);
  }

  // Ask for a job, and show its choices when it ends.
  async job(request) {
    this.choices.replaceChildren();
    this.message.textContent = "Working…";
    try {
      const { job } = await post(["jobs"], { ...request, seed: newSeed() });
      this.waiting = job;
      this.stop.hidden = false;
      this.listen(job, (event) => {
        if (this.waiting !== job) return;
        if (!event.status) { this.message.textContent = `Working… ${(event.seconds ?? 0).toFixed(1)} s`; return; }
        this.waiting = null;
        this.stop.hidden = true;
        this.showChoices(job, event);
      });
    } catch (error) { this.fail(error); }
  }

  showChoices(job, { status, message, result }) {
    const choices = result?.choices ?? [];
    const left = (result?.left_out ?? []).map((text) => element("p", { class: "small warn" }, text));
    this.message.replaceChildren(choices.length ? `${plural(choices.length, "choice")}: take one.` : element("span", { class: "error-text" }, status === "CANCELLED" ? "Stopped before there was one." : message || status), ...left);
    this.choices.replaceChildren(...choices.map((item) => this.choice(item, [item.words && plural(item.words, "word"), item.note].filter(Boolean).join(" · "), () => this.create({ kind: "job", job, choice: item.choice }))));
    this.choices.querySelector("button")?.focus();
  }

  choice({ rows }, text, action) {
    return element("button", { type: "button", class: "choice card", onclick: action }, thumb(rows, { size: 120 }), element("span", { class: "small" }, text));
  }
}
