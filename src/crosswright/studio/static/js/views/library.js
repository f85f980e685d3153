// The library: new puzzles, recent ones with their pictures, the details and history of one.

import { get, post, remove } from "../api.js";
import { button, clock, element, facts, icon, later, number, plural, searchField, segments } from "../dom.js";
import { Events } from "../events.js";
import { chooseFile, importFile, readTable } from "../files.js";
import { History } from "../history.js";
import { catchUp } from "../maker.js";
import { KINDS, NewPuzzle } from "../newpuzzle.js";
import { thumb } from "../thumb.js";

const ORDERS = {
  edited: (a, b) => b.edited - a.edited,
  title: (a, b) => (a.title || a.name).localeCompare(b.title || b.name),
  filled: (a, b) => b.filled - a.filled,
};

const titleOf = (card) => card.title || card.name || "Untitled";

function truth(card) {
  const share = Math.round(100 * card.filled);
  if (card.filled >= 1) return [card.clues === card.slots ? "filled and clued" : `filled · ${card.clues} of ${card.slots} clues`, "good"];
  return [card.filled > 0 ? `${share} % filled` : "not filled", "quiet"];
}

export class LibraryView {
  constructor(studio, { router, drawer }) {
    this.studio = studio;
    this.router = router;
    this.drawer = drawer;
    this.order = "edited";
    this.waiters = new Map();
    this.newPuzzle = new NewPuzzle(studio, { open: (id) => { drawer.close(); router.toDocument(id); }, listen: (job, hear) => this.listen(job, hear) });
    this.cards = element("ul", { class: "cards", "aria-label": "Recent puzzles" });
    this.filesBox = element("section", { class: "folder", hidden: true });
    this.side = element("aside", { class: "side panel", "aria-label": "Chosen puzzle" });
    this.element = element("div", { class: "view library", hidden: true }, this.buildMain(), this.side);
    this.buildTop();
    this.reload = later(() => this.load(), 60);
  }

  buildTop() {
    const { box, input } = searchField("Find by title, answer or clue");
    this.find = input;
    input.addEventListener("input", () => this.reload());
    document.getElementById("search-top").append(box);
  }

  buildMain() {
    const kinds = element("div", { class: "kinds" }, KINDS.map(([kind, label, about]) => element(
      "button",
      { type: "button", class: "card kind", data: { kind }, onclick: () => this.begin(kind) },
      icon(`new-${kind}`, 28),
      element("span", {}, element("strong", {}, label), element("span", { class: "quiet small" }, about)),
    )));
    const order = segments("Order", [["edited", "Edited"], ["title", "Title"], ["filled", "Filled"]], this.order, (value) => { this.order = value; this.drawCards(); });
    this.drop = element("button", { type: "button", class: "drop", onclick: () => this.choose() }, "Drop a puzzle here, or choose one: ipuz, jpz, puz, xd, Exolve, text and more");
    return element("div", { class: "shelf" }, kinds, element("div", { class: "headline" }, element("h2", { class: "large" }, "Recent"), order.box), this.cards, this.drop, this.filesBox);
  }

  begin(kind) {
    const [, label] = KINDS.find(([name]) => name === kind);
    this.drawer.open(`new-${kind}`, `New: ${label}`, ...[this.newPuzzle.build(kind)].flat());
    this.drawer.onLeave = () => this.newPuzzle.leave();
  }

  // -- coming and going -------------------------------------------------------------------------

  show() {
    this.element.hidden = false;
    document.getElementById("search-top").hidden = false;
    this.events = new Events("/api/events", {
      hello: () => this.load(),
      library: () => this.reload(),
      job: (event) => this.hear(event),
      "job.end": (event) => this.hear(event),
    });
    this.load();
  }

  hide() {
    this.element.hidden = true;
    document.getElementById("search-top").hidden = true;
    this.events?.close();
    this.events = null;
  }

  listen(job, hear) {
    this.waiters.set(job, hear);
    catchUp(job, (event) => this.hear(event));
  }

  hear(event) {
    this.waiters.get(event.job)?.(event);
    if (event.status) this.waiters.delete(event.job);
  }

  // -- cards ------------------------------------------------------------------------------------

  async load() {
    const find = this.find.value.trim();
    try {
      const library = await get(["library"], { find });
      if (find !== this.find.value.trim() || this.element.hidden) return;
      this.library = library;
      document.getElementById("subtitle").textContent = library.root;
      this.drawCards();
      this.drawFiles();
      this.drawStatus();
    } catch (error) { this.complain(error); }
  }

  drawCards() {
    const cards = [...(this.library?.documents ?? [])].sort(ORDERS[this.order]);
    const hadFocus = this.cards.contains(document.activeElement);
    this.cards.replaceChildren(...cards.map((card) => element("li", {}, this.card(card))));
    if (!cards.length) {
      this.cards.replaceChildren(element("li", { class: "empty-note" }, this.find.value ? "No puzzle has that." : "No puzzles yet. Begin with an empty grid, a pattern, a theme or a list of words."));
    }
    const chosen = cards.find(({ id }) => id === this.chosen) ?? cards[0];
    if (chosen) this.select(chosen, hadFocus);
    else this.side.replaceChildren(element("p", { class: "empty-note" }, "Nothing chosen."));
  }

  card(card) {
    const [text, names] = truth(card);
    const edited = clock(card.edited * 1000);
    return element(
      "button",
      {
        type: "button", class: "card puzzle", data: { id: card.id },
        "aria-label": `${titleOf(card)}, ${card.height} by ${card.width}, ${plural(card.words, "word")}, ${text}, edited ${edited}`,
        onclick: () => this.select(card),
        ondblclick: () => this.router.toDocument(card.id),
        onkeydown: (event) => { if (event.key === "Enter") { event.preventDefault(); this.router.toDocument(card.id); } },
        onfocus: () => this.select(card),
      },
      element("span", { class: "picture" }, thumb(card.rows, { size: 166 })),
      element("span", { class: "card-title" }, element("strong", {}, titleOf(card)), element("span", { class: "quiet small" }, edited.includes(":") || edited === "yesterday" ? `edited ${edited}` : edited)),
      element("span", { class: "quiet" }, `${card.kind && card.kind !== "crossword" ? `${card.kind} · ` : ""}${card.height} × ${card.width} · ${plural(card.words, "word")}`),
      element("span", { class: names }, text),
    );
  }

  select(card, focuses = false) {
    const isNew = this.chosen !== card.id || this.shownRevision !== card.revision;
    this.chosen = card.id;
    this.shownRevision = card.revision;
    for (const node of this.cards.querySelectorAll(".puzzle")) {
      const isChosen = node.dataset.id === card.id;
      node.classList.toggle("chosen", isChosen);
      if (isChosen) node.setAttribute("aria-current", "true");
      else node.removeAttribute("aria-current");
      if (isChosen && focuses) node.focus();
    }
    if (isNew) this.drawSide(card);
  }

  drawSide(card) {
    const share = Math.round(100 * card.filled);
    const history = new History(card.id, { onRestore: (entry) => this.restore(card, entry) });
    this.side.replaceChildren(
      element("div", { class: "block-of-panel" },
        thumb(card.rows, { size: 300, label: `${titleOf(card)}, a picture` }),
        element("div", { class: "headline" }, element("h2", { class: "large" }, titleOf(card)), button(["Open", element("kbd", {}, "⏎")], () => this.router.toDocument(card.id), { class: "main" })),
        facts([
          ["File", card.path ?? "not saved to a file yet"],
          card.author ? ["Author", card.author] : null,
          ["Filled", `${share} %`],
          ["Clues", `${card.clues} of ${card.slots} done`],
          card.unsaved && card.path ? ["Edits", "not yet in the file"] : null,
        ]),
        element("div", { class: "buttons" },
          button("Copy", () => this.act(async () => { await post(["documents"], { kind: "copy", id: card.id, title: `${titleOf(card)} (copy)` }); })),
          button("Remove", () => this.removeCard(card), { class: "plain danger" }))),
      history.box,
    );
  }

  async act(action) {
    try { await action(); await this.load(); } catch (error) { this.complain(error); }
  }

  removeCard(card) {
    this.act(async () => {
      await remove(["documents", card.id]);
      this.removed = card;
      this.chosen = null;
    });
  }

  async restore(card, entry) {
    try {
      const { revision } = await get(["documents", card.id]);
      await post(["documents", card.id, "restore"], { base: revision, revision: entry.revision });
      this.router.toDocument(card.id);
    } catch (error) { this.studio.complain(error); }
  }

  // -- files ------------------------------------------------------------------------------------

  drawFiles() {
    const { files = [], root } = this.library;
    this.filesBox.hidden = !files.length;
    this.filesBox.replaceChildren(
      element("h2", { class: "large" }, `In ${root}`),
      element("ul", { class: "file-list" }, files.map(({ path, format, modified }) => element("li", {}, element(
        "button",
        { type: "button", onclick: () => this.openFile(path) },
        element("span", {}, path),
        element("span", { class: "quiet small" }, [format, modified && clock(modified * 1000)].filter(Boolean).join(" · ")),
      )))),
    );
  }

  async openFile(path) {
    try { this.opened(await post(["documents"], { kind: "file", path })); } catch (error) { this.complain(error); }
  }

  async choose() {
    const file = await chooseFile(this.studio.about.formats);
    if (file) await this.take(file);
  }

  // A table of words has no grid yet: its words go into the form of a criss-cross.
  interlock(words) {
    this.router.go("/");
    this.begin("crisscross");
    const isFirst = ([word], at) => words.findIndex(([other]) => other === word) === at;
    this.drawer.content.querySelector("[name=words]").value = words.filter(isFirst).map(([word, clue]) => (clue ? `${word}: ${clue}` : word)).join("\n");
  }

  async take(file) {
    const words = await readTable(file);
    if (words) { this.interlock(words); return; }
    try { this.opened(await importFile(file, this.studio.about.max_upload)); } catch (error) { this.complain(error, `${file.name}: `); }
  }

  // One file is opened. Several come into the library, and each that is no puzzle is named.
  async takeAll(files) {
    if (files.length < 2) { for (const file of files) await this.take(file); return; }
    const words = [];
    const refused = [];
    let taken = 0;
    for (const file of files) {
      try {
        const table = await readTable(file);
        if (table) words.push(...table);
        else { await importFile(file, this.studio.about.max_upload); taken += 1; }
      } catch (error) { refused.push(error.message.startsWith(file.name) ? error.message : `${file.name}: ${error.message}`); }
    }
    if (words.length) this.interlock(words);
    else this.router.go("/");
    if (refused.length) this.complain(new Error(refused.join("; ")));
    else this.studio.say(`${plural(taken, "puzzle")} added.`);
  }

  opened({ id, warnings = [] }) {
    this.router.toDocument(id);
    if (warnings.length) this.studio.say(warnings.join(" "));
  }

  // A complaint stays long enough to be read, whatever is loaded meanwhile.
  complain(error, about = "") {
    this.studio.complain(error);
    if (error.name === "AbortError") return;
    this.problem = error.message.startsWith(about) ? error.message : `${about}${error.message}`;
    clearTimeout(this.problemTimer);
    this.problemTimer = setTimeout(() => { this.problem = ""; if (!this.studio.document) this.drawStatus(); }, 10_000);
    this.drawStatus();
  }

  drawStatus() {
    const { documents = [] } = this.library ?? {};
    const unfilled = documents.filter(({ filled }) => filled < 1).length;
    const bar = document.getElementById("status");
    bar.replaceChildren(
      element("span", {}, element("b", {}, number(documents.length)), ` ${documents.length === 1 ? "puzzle" : "puzzles"}`),
      element("span", {}, element("b", {}, number(unfilled)), " not yet filled"),
    );
    if (this.removed) {
      const card = this.removed;
      bar.append(element("span", { class: "said" }, `${titleOf(card)} was removed. `), element("button", { type: "button", class: "link", onclick: () => this.act(async () => { await post(["documents", card.id, "recover"]); this.removed = null; this.chosen = card.id; }) }, "Bring it back"));
    }
    if (this.problem) bar.append(element("span", { class: "problem-text said", role: "alert" }, this.problem));
    bar.append(element("span", { class: "spread" }, `Crosswright ${this.studio.about.version}`));
  }
}
