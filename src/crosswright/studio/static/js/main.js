// The start: what exists, who listens to whom, and which view is shown.

import { get, post } from "./api.js";
import { Commands } from "./commands.js";
import { button, element, icon, iconButton } from "./dom.js";
import { Drawer } from "./drawer.js";
import { listenForDrops } from "./drops.js";
import { GridInput } from "./input.js";
import { chord } from "./keys.js";
import { Router } from "./router.js";
import { sheet } from "./sheets.js";
import { StatusBar } from "./statusbar.js";
import { Studio } from "./studio.js";
import { applyTheme, toggleTheme } from "./theme.js";

const VIEWS = [["editor", "Editor"], ["clues", "Clues"], ["words", "Words"], ["play", "Play"], ["export", "Export"]];

const $ = (id) => document.getElementById(id);

// Views are loaded when they are first shown, so that the page opens with little.
const LOAD = {
  library: async ({ studio, router, drawer }) => { await Promise.all([sheet("maker"), sheet("library")]); return new (await import("./views/library.js")).LibraryView(studio, { router, drawer }); },
  series: async ({ studio, router }) => { await Promise.all([sheet("maker"), sheet("library"), sheet("series")]); return new (await import("./views/series.js")).SeriesView(studio, { router }); },
  editor: async ({ studio, commands }) => new (await import("./views/editor.js")).EditorView(studio, commands),
  clues: async ({ studio }) => { await Promise.all(["panels", "clues"].map(sheet)); return new (await import("./views/clues.js")).CluesView(studio); },
  words: async ({ studio }) => { await Promise.all(["panels", "views"].map(sheet)); return new (await import("./views/words.js")).WordsView(studio); },
  play: async ({ studio }) => { await sheet("views"); return new (await import("./views/play.js")).PlayView(studio); },
  export: async ({ studio }) => { await sheet("views"); return new (await import("./views/export.js")).ExportView(studio); },
};

class App {
  constructor(about) {
    this.studio = new Studio(about);
    this.router = new Router((id, view) => this.show(id, view));
    this.commands = new Commands(this.studio, this.router);
    this.drawer = new Drawer(this.studio);
    this.status = new StatusBar(this.studio);
    const { studio, commands, drawer } = this;
    this.views = {};
    this.input = new GridInput(studio, commands);
    this.buildTop();
    commands.add({
      keys: () => { this.showKeys(); },
      details: () => { this.showDetails(); },
      history: () => { this.showHistory(); },
      save: () => { this.save(); },
      more: () => this.showMore(),
      construct: () => { this.showMaker(); },
    });
    studio.on("paint", () => this.drawTop());
    document.addEventListener("keydown", (event) => this.onKey(event));
    listenForDrops(async (files) => (await this.view("library")).takeAll(files));
    window.addEventListener("beforeunload", (event) => { if (studio.document?.failing) event.preventDefault(); });
  }

  // -- the bar on top ---------------------------------------------------------------------------

  buildTop() {
    const { commands, studio } = this;
    $("views").append(...VIEWS.map(([name, label]) => element("a", { href: "/", data: { view: name } }, label)));
    this.titleButton = element("button", { type: "button", onclick: () => commands.run("details") });
    this.undo = iconButton("undo", "Undo", () => commands.run("undo"));
    this.redo = iconButton("redo", "Redo", () => commands.run("redo"));
    this.documentTools = [
      this.undo,
      this.redo,
      iconButton("history", "History", () => commands.run("history"), { class: "wide" }),
      iconButton("keys", "Keys", () => commands.run("keys")),
    ];
    this.openButton = button(["Open file", element("kbd", {}, "Ctrl O")], async () => (await this.view("library")).choose(), { class: "wide" });
    this.viewChoice = element("select", { class: "narrow-only", "aria-label": "View", onchange: () => this.router.toView(this.viewChoice.value) }, VIEWS.map(([value, label]) => element("option", { value }, label)));
    this.themeButton = iconButton("theme", "Light or dark", () => studio.say(`${toggleTheme() === "dark" ? "Dark" : "Light"}.`));
    this.seriesLink = element("a", { class: "button", href: "/series" }, "Series");
    $("tools").append(...this.documentTools, this.seriesLink, this.openButton, this.viewChoice, this.themeButton);
  }

  drawTop() {
    const { document: open, keymap } = this.studio;
    this.titleButton.textContent = open.title;
    this.titleButton.title = "Title, size and rules";
    if (!$("title").contains(this.titleButton)) $("title").replaceChildren(this.titleButton);
    $("subtitle").textContent = `${open.puzzle.height} × ${open.puzzle.width}`;
    document.title = `${open.title} – Crosswright`;
    for (const [node, name, label, can] of [[this.undo, "Undo", open.undoLabel, open.canUndo], [this.redo, "Redo", open.redoLabel, open.canRedo]]) {
      node.disabled = !can;
      node.title = `${name}${label ? `: ${label}` : ""} (${keymap.hint(name.toLowerCase())})`;
    }
  }

  // -- views ------------------------------------------------------------------------------------

  // A view, loaded once.
  view(name) {
    this.loading ??= {};
    this.loading[name] ??= LOAD[name](this).then((view) => {
      this.views[name] = view;
      $("main").append(view.element);
      return view;
    });
    return this.loading[name];
  }

  async show(id, view) {
    if (this.shown !== view) this.drawer.close();
    try {
      const loaded = this.view(view);
      if (id) await this.studio.open(id);
      else this.studio.close();
      await loaded;
    } catch (error) {
      this.fail(error);
      return;
    }
    if (this.router.id !== id || this.router.view !== view) return;
    this.notice?.remove();
    this.views[this.shown]?.hide();
    this.shown = view;
    document.body.dataset.view = view;
    for (const link of $("views").children) {
      link.href = id ? this.router.address(id, link.dataset.view) : "/";
      if (link.dataset.view === view) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    this.viewChoice.value = view;
    for (const node of [...this.documentTools, this.viewChoice]) node.hidden = !id;
    this.openButton.hidden = view !== "library";
    this.seriesLink.hidden = view !== "library";
    if (!id) {
      $("title").textContent = view === "series" ? "Series" : "Library";
      document.title = `${$("title").textContent} – Crosswright`;
    }
    this.views[view].show();
    if (id) this.studio.paintSoon();
    if (id && id === this.studio.about.demo?.document && view === "editor" && !this.isGuided) this.guide();
  }

  // The first sight of the demo: the truth map, a why-not, and what they are.
  async guide() {
    this.isGuided = true;
    const [{ guide }] = await Promise.all([import("./demo.js"), sheet("demo")]);
    guide(this.studio, this.views.editor);
  }

  fail(error) {
    document.body.dataset.view = "loading";
    for (const view of Object.values(this.views)) view.element.hidden = true;
    const isGone = error.code === "not_found";
    this.notice?.remove();
    this.notice = element("div", { class: "view notice", role: "alert" }, element("p", {}, isGone ? "This puzzle is not in the library." : error.message), element("p", {}, element("a", { href: "/" }, "To the library")));
    $("main").append(this.notice);
    this.shown = null;
  }

  // -- commands of the whole page ---------------------------------------------------------------

  async showKeys() {
    const { KeySheet } = await import("./keysheet.js");
    this.drawer.toggle("keys", "Keys", () => new KeySheet(this.studio).build());
  }

  async showDetails() {
    const { Details } = await import("./details.js");
    this.drawer.toggle("details", "Puzzle", () => new Details(this.studio).build());
  }

  async showHistory() {
    const { History } = await import("./history.js");
    const { studio } = this;
    this.drawer.toggle("history", "History", () => new History(studio.document.id, {
      title: "What was done",
      onRestore: ({ revision }) => { studio.document.restore(revision); this.drawer.close(); studio.say(`Restored revision ${revision}.`); },
    }).box);
  }

  async showMaker() {
    const { studio, drawer, router } = this;
    const [{ Maker, documentHost, wishesOf }] = await Promise.all([import("./maker.js"), sheet("maker")]);
    if (drawer.name === "construct") { drawer.close(); return; }
    const host = documentHost(studio, { toDocument: (id) => router.toDocument(id) });
    const maker = new Maker(studio, host, wishesOf(studio.document));
    drawer.open("construct", "Theme and pattern", maker.box);
    drawer.onLeave = () => { maker.stop(); host.close(); };
  }

  showMore() {
    const { commands } = this;
    const item = (label, name) => button(label, () => { this.drawer.close(); commands.run(name); });
    const items = [["Bar", "bar"], ["Rebus", "rebus"], ["Circle", "circle"], ["Shade", "shade"], ["Note", "note"], ["Tightest slot", "tightest"], ["Region to the next tap", "region"], ["Accept word", "acceptWord"], ["Accept all", "acceptAll"], ["Erase pencil", "erase"], ["Theme and pattern", "construct"], ["Title, size, rules", "details"], ["History", "history"], ["Keys", "keys"], ["Save", "save"]];
    this.drawer.toggle("more", "More", () => element("div", { class: "block-of-panel more-list" }, items.map(([label, name]) => item(label, name))));
  }

  async save(choice) {
    const { studio } = this;
    const { document: open } = studio;
    try {
      const { path, losses = [] } = await post(["documents", open.id, "save"], choice ? { choice } : {});
      if (choice === "reload") { await open.reload(); studio.say("The file's puzzle is shown; undo brings yours back."); return; }
      studio.say(`Saved to ${path}.${losses.length ? ` Not in the file: ${losses.join("; ")}.` : ""}`);
    } catch (error) {
      if (error.code === "changed_on_disk") this.askAboutDisk(error.details);
      else if (error.code === "in_season") this.askAboutSeason(error.details);
      else studio.complain(error);
    }
  }

  askAboutDisk({ path, message }) {
    this.ask("The file has changed", message || `${path} was changed by another program since it was opened here.`, [["Save mine over it", "overwrite"], ["Take the file's", "reload"]]);
  }

  askAboutSeason({ message }) { this.ask("A file of a season", message, [["Save a copy", "copy"], ["Save over it", "overwrite"]]); }

  // Ask before anything is lost; the first answer is the usual one.
  ask(title, message, choices) {
    const answer = ([label, choice], at) => button(label, () => { this.drawer.close(); this.save(choice); }, at ? {} : { class: "main", autofocus: true });
    this.drawer.open("disk", title, element("div", { class: "block-of-panel", role: "alert" }, element("p", {}, message), element("div", { class: "buttons" }, choices.map(answer), button("Neither", () => this.drawer.close(), { class: "plain" }))));
  }

  // Keys that work anywhere. Text fields keep their own undo.
  onKey(event) {
    if (event.defaultPrevented || event.isComposing) return;
    const key = chord(event);
    const isText = event.target.matches?.("textarea, select, input:not([type=range], [type=checkbox], [type=radio])") && !this.studio.board.element.contains(event.target);
    if (!this.studio.document) {
      if (key === "Ctrl+O" && this.shown === "library") { event.preventDefault(); this.openButton.click(); }
      return;
    }
    const command = this.studio.keymap.command(key, isText ? "anywhere" : "page") ?? (isText ? undefined : this.pageCommand(key));
    if (!command || (isText && (command === "undo" || command === "redo"))) return;
    event.preventDefault();
    this.commands.run(command);
  }

  // Outside the grid and text fields, the sign of the sheet of keys works too.
  pageCommand(key) { return this.studio.keymap.command(key, "grid") === "keys" ? "keys" : undefined; }
}

applyTheme();
try {
  const app = new App(await get(["about"]));
  app.router.read();
} catch (error) {
  document.body.dataset.view = "loading";
  $("main").append(element("div", { class: "view notice", role: "alert" }, icon("close"), element("p", {}, error.code === "no_session" ? "Open the studio with the link from the terminal." : error.message)));
}
