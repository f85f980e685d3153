// The start: what exists, who listens to whom, and which view is shown.

import { get, post } from "./api.js";
import { Commands } from "./commands.js";
import { button, element, icon, iconButton } from "./dom.js";
import { Drawer } from "./drawer.js";
import { listenForDrops } from "./drops.js";
import { GridInput } from "./input.js";
import { chord } from "./keys.js";
import { Router } from "./router.js";
import { StatusBar } from "./statusbar.js";
import { Studio } from "./studio.js";
import { applyTheme, toggleTheme } from "./theme.js";

const VIEWS = [["editor", "Editor"], ["clues", "Clues"], ["words", "Words"], ["play", "Play"], ["export", "Export"]];

const $ = (id) => document.getElementById(id);

// A stylesheet that only some views need; what is said for phones still comes last.
const sheets = {};
function sheet(name) {
  sheets[name] ??= new Promise((resolve) => {
    const link = element("link", { rel: "stylesheet", href: new URL(`../css/${name}.css`, import.meta.url), onload: resolve, onerror: resolve });
    $("phone-css").before(link);
  });
  return sheets[name];
}

// Views are loaded when they are first shown, so that the page opens with little.
const LOAD = {
  library: async ({ studio, router, drawer }) => new (await import("./views/library.js")).LibraryView(studio, { router, drawer }),
  editor: async ({ studio, commands }) => new (await import("./views/editor.js")).EditorView(studio, commands),
  clues: async ({ studio }) => { await sheet("clues"); return new (await import("./views/clues.js")).CluesView(studio); },
  words: async ({ studio }) => { await sheet("views"); return new (await import("./views/words.js")).WordsView(studio); },
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
    this.openButton = button(["Open file", element("kbd", {}, "Ctrl O")], async () => (await this.view("library")).choose());
    this.viewChoice = element("select", { class: "narrow-only", "aria-label": "View", onchange: () => this.router.toView(this.viewChoice.value) }, VIEWS.map(([value, label]) => element("option", { value }, label)));
    this.themeButton = iconButton("theme", "Light or dark", () => studio.say(`${toggleTheme() === "dark" ? "Dark" : "Light"}.`));
    $("tools").append(...this.documentTools, this.openButton, this.viewChoice, this.themeButton);
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
    this.openButton.hidden = Boolean(id);
    if (!id) {
      $("title").textContent = "Library";
      document.title = "Library – Crosswright";
    }
    this.views[view].show();
    if (id) this.studio.paintSoon();
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

  showMore() {
    const { commands } = this;
    const item = (label, name) => button(label, () => { this.drawer.close(); commands.run(name); });
    const items = [["Bar", "bar"], ["Rebus", "rebus"], ["Circle", "circle"], ["Shade", "shade"], ["Note", "note"], ["Tightest slot", "tightest"], ["Region to the next tap", "region"], ["Accept word", "acceptWord"], ["Accept all", "acceptAll"], ["Erase pencil", "erase"], ["Title, size, rules", "details"], ["History", "history"], ["Keys", "keys"], ["Save", "save"]];
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
      else studio.complain(error);
    }
  }

  askAboutDisk({ path, message }) {
    const answer = (choice) => () => { this.drawer.close(); this.save(choice); };
    this.drawer.open("disk", "The file has changed", element(
      "div",
      { class: "block-of-panel", role: "alert" },
      element("p", {}, message || `${path} was changed by another program since it was opened here.`),
      element("div", { class: "buttons" }, button("Save mine over it", answer("overwrite"), { class: "main", autofocus: true }), button("Take the file's", answer("reload")), button("Neither", () => this.drawer.close(), { class: "plain" })),
    ));
  }

  // Keys that work anywhere. Text fields keep their own undo.
  onKey(event) {
    if (event.defaultPrevented || event.isComposing) return;
    const key = chord(event);
    const isText = event.target.matches?.("textarea, select, input:not([type=range], [type=checkbox], [type=radio])") && !this.studio.board.element.contains(event.target);
    if (!this.studio.document) {
      if (key === "Ctrl+O") { event.preventDefault(); this.openButton.click(); }
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
