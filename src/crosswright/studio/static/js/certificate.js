// The certificate: the best floor, proved or bounded, and small edits that would lift it.
//
// It is about the words that the engine chooses: typed words may score less. Nothing is shown that
// was found out about another revision than the one on the screen.

import { get } from "./api.js";
import { button, drawing, element, number, plural } from "./dom.js";
import { sheet } from "./sheets.js";

const SEAL = "M8 .8l1.9 1.5 2.4-.2.7 2.3 2 1.4-.9 2.2.9 2.2-2 1.4-.7 2.3-2.4-.2L8 15.200l-1.900-1.500-2.400.2-.7-2.300-2-1.400.900-2.200L1 5.800l2-1.400.7-2.300 2.400.2zM7.100 10.900l4.200-4.200-1-1-3.200 3.200-1.500-1.500-1 1z";
const ABOUT = "The lowest score among the words that the engine chooses; your own may score less.";

const seal = () => drawing("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, drawing("path", { d: SEAL, "fill-rule": "evenodd" }));

export class Certificate {
  constructor(studio, fill) {
    this.studio = studio;
    this.fill = fill;
    this.ready = sheet("truth");
    this.nodes = [this.build(), this.build()]; // in the status bar, and below the title on a phone
    this.nodes[1].classList.add("narrow-only", "below-title");
    this.link = button("", () => this.apply(this.best), { class: "link best-way", ...this.looking(() => this.best) });
    this.link.classList.remove("button");
    this.note = element("p", { class: "small quiet" });
    this.list = element("div", { class: "ways" });
    this.heading = element("h2", {}, "Ways to a higher floor");
    this.section = element("section", { class: "block-of-panel" }, element("div", { class: "headline" }, this.heading), this.list, this.note);
    this.list.addEventListener("mouseenter", () => { this.isPointed = true; });
    this.list.addEventListener("mouseleave", () => { this.isPointed = false; studio.paintSoon(); });
    studio.on("paint", () => this.draw());
    studio.statusExtras = () => this.inStatusBar();
    studio.letterCounts = () => this.letterCounts();
    fill.scores.before(this.section);
    document.getElementById("title").after(this.nodes[1]);
  }

  build() {
    const look = { ...this.looking(() => "certificate") };
    return element("button", { type: "button", class: "certificate", title: ABOUT, onclick: () => this.press(), ...look });
  }

  // -- what is known ------------------------------------------------------------------------------

  current(name) {
    const { found, document: open } = this.studio;
    return open && found[name]?.revision === open.revision && !open.isPending ? found[name] : null;
  }

  get ways() { return this.current("lifts")?.ways ?? []; }

  // The best of those that are proved to gain something.
  get best() { return this.ways.find(({ gain }) => gain > 0); }

  get isFilled() { return this.floor !== null && this.floor !== undefined; }

  get floor() { return this.current("certificate")?.floor; }

  words() {
    const told = this.current("certificate");
    if (!told || told.status === "open") return ["", "floor …"];
    const { status, floor, bound, proved } = told;
    if (status === "impossible") return ["none", "no fill exists"];
    if (status !== "filled") return ["", bound === null ? "floor not known" : `floor at most ${bound}`];
    if (floor === null) return ["", "no word left to choose"];
    if (proved) return ["proved", `best floor ${floor} · proved`];
    return ["", bound === null ? `floor ${floor} or more` : `floor ${floor}–${bound}`];
  }

  // -- drawing ------------------------------------------------------------------------------------

  draw() {
    if (!this.studio.document) return;
    const dead = this.studio.impossible();
    for (const node of this.nodes) {
      const [kind, text] = dead && node === this.nodes[1] ? ["none", `${dead}: why?`] : this.words();
      node.className = node.className.replace(/ (proved|none)$/, "") + (kind ? ` ${kind}` : "");
      if (node.lastChild?.textContent !== text) node.replaceChildren(...(kind === "proved" ? [seal()] : []), text);
    }
    this.nodes[1].hidden = document.body.dataset.view !== "editor";
    this.teach();
    this.drawWays();
  }

  inStatusBar() {
    if (document.body.dataset.view !== "editor") return [];
    const { best } = this;
    const node = this.words()[0] === "none" && this.studio.impossible() ? null : this.nodes[0]; // it is said already
    if (!best) return [node].filter(Boolean);
    const text = `${this.inWords(best)} would allow ${best.floor}`;
    if (this.link.textContent !== text) this.link.textContent = text;
    this.link.title = best.text;
    return [node, this.link].filter(Boolean);
  }

  letterCounts() {
    const letters = document.body.dataset.view === "editor" && this.current("letter");
    if (!letters || !(letters.alive + letters.dead + letters.open)) return null; // no square is open
    const figure = (value, name) => [element("b", {}, number(value)), ` ${name}`];
    return element("span", { class: "spread wide" }, "letters: ", ...figure(letters.alive, "alive, "), ...figure(letters.dead, "dead"), ...(letters.open ? [", ", ...figure(letters.open, "open")] : []));
  }

  inWords({ kind, title, place }) { return place && kind !== "exchange" ? `${title} at ${place}` : title; }

  // The slider of floors knows it too.
  teach() {
    const { fill } = this;
    const told = this.current("certificate");
    if (!told || fill.isRunning || told === this.taught) return;
    this.taught = told;
    const { floor, bound, status } = told;
    const impossible = status === "impossible" ? 0 : bound === null || bound >= 100 ? null : bound + 1;
    fill.known = { floor, impossible, key: fill.inkKey() };
    fill.drawFloor(Number(fill.slider.value));
  }

  drawWays() {
    const told = this.current("lifts");
    const key = told ? JSON.stringify([told, this.floor]) : `${this.words()[1]} ${this.studio.document.isPending}`;
    if (key === this.shown || (this.isPointed && told && this.list.children.length)) return;
    this.shown = key;
    // What is below stays in its place until all is known.
    this.section.style.minHeight = told?.done ? "" : `${this.section.offsetHeight}px`;
    this.list.replaceChildren(...this.ways.map((way) => this.row(way)));
    this.note.textContent = this.sentence(told);
    this.heading.textContent = this.words()[0] === "none" ? "Ways to a fill" : "Ways to a higher floor";
    this.note.hidden = !this.note.textContent;
  }

  sentence(told) {
    const certificate = this.current("certificate");
    if (certificate?.status === "filled" && certificate.floor === null) return "Every word is your own.";
    if (!told) return "…";
    if (!told.ways.length) return told.done ? (certificate?.status === "impossible" ? "None of the small edits that were tried helps." : "None of the small edits that were tried lifts it.") : "Trying edits…";
    const isOpen = certificate && !certificate.proved && certificate.status === "filled";
    const rest = told.done ? "" : " Trying more…";
    return `${isOpen ? `Filled so far; what the grid as it is can reach is still open above ${certificate.floor}.` : "Each was filled. One click makes the edit, one undo takes it back."}${rest}`;
  }

  row(way) {
    const { title, place, text, floor, bound, proved } = way;
    const figure = `${this.isFilled ? `${this.floor} → ` : ""}${floor}`;
    const how = proved ? "filled and proved" : bound === null ? "filled" : `filled, at most ${bound}`;
    const take = button("Try", () => this.apply(way), { "aria-label": `${text}: floor ${figure}` });
    return element(
      "div",
      { class: "way", data: { way: way.id }, title: text, ...this.looking(() => way) },
      element("div", { class: "what" }, element("span", {}, title), element("span", { class: "small quiet" }, [place, how].filter(Boolean).join(" · "))),
      element("span", { class: "figure good" }, figure),
      take,
    );
  }

  // -- acting -------------------------------------------------------------------------------------

  // A look at something shows its fill in pencil.
  looking(what) {
    const look = () => { if (this.looked !== what()) this.look(what()); }; // not when something moves below the pointer
    const leave = () => { this.looked = null; this.studio.try(null); };
    return { onmousemove: look, onfocusin: look, onmouseleave: leave, onfocusout: leave };
  }

  async ask(what) {
    const { document: open } = this.studio;
    const parts = what === "certificate" ? ["certificate"] : ["lifts", what.id];
    return get(["documents", open.id, ...parts], { revision: open.revision });
  }

  async look(what) {
    if (!what) return;
    this.looked = what;
    const { document: open } = this.studio;
    try {
      const { revision, cells, closed, opened } = await this.ask(what);
      if (this.looked === what && this.studio.document === open) this.studio.showFill(revision, cells, closed, opened);
    } catch (error) { this.studio.complain(error); }
  }

  // Make an edit, which one undo takes back.
  apply(way) {
    const { studio } = this;
    if (!way || !this.ways.includes(way)) return;
    this.looked = null;
    studio.try(null);
    studio.document.do(way.ops);
    studio.say(`${way.text}.`);
    studio.focusGrid();
  }

  press() {
    if (this.studio.impossible()) this.studio.emit("whynot", {});
    else this.pencil();
  }

  // Put the fill that has the best floor into the grid in pencil.
  async pencil() {
    const { studio } = this;
    const { document: open } = studio;
    try {
      const { revision, cells } = await this.ask("certificate");
      if (!cells || studio.document !== open || revision !== open.revision || open.isPending) return;
      studio.try(null);
      open.do([{ op: "apply_fill", cells }]);
      studio.say(`The fill with floor ${this.floor} is in pencil: ${plural(cells.length, "square")}.`);
      studio.focusGrid();
    } catch (error) { studio.complain(error); }
  }
}
