// Words: the stack of lists, the user's own scores and bans, and the look-up.

import { get, post } from "../api.js";
import { button, choice, element, field, iconButton, labelled, languageName, number, plural } from "../dom.js";
import { Lookup } from "../panels/lookup.js";

const nameOf = (list) => list.path ?? (list.language ? languageName(list.language) : list.name);
const idOf = (list) => (list.path ? `path ${list.path}` : `language ${list.language}`);
const TASTES = {
  family: ["Family", "Nothing coarse."],
  newspaper: ["Newspaper", "Coarse words as a last resort."],
  any: ["Any", "All words, slurs included."],
};
const bare = ({ path, language, off }) => ({ ...(path ? { path } : { language }), ...(off ? { off: true } : {}) });

export class WordsView {
  constructor(studio) {
    this.studio = studio;
    this.stack = element("ol", { class: "list-stack" });
    this.adding = element("div", { class: "buttons" });
    this.personal = element("div", { class: "personal" });
    this.message = element("p", { class: "small", role: "status" });
    this.lookup = new Lookup(studio);
    this.element = element("div", { class: "view words", hidden: true }, element(
      "div",
      { class: "columns" },
      element("section", { class: "sheet", "aria-label": "Lists" }, element("h2", { class: "large" }, "Lists"), element("p", { class: "quiet" }, "Words come from all of these; where a word is in several, the first list takes precedence."), this.stack, this.adding, this.message),
      element("section", { class: "sheet", "aria-label": "Your scores and bans" }, element("h2", { class: "large" }, "Your own scores"), element("p", { class: "quiet" }, "They take precedence over every list, in every puzzle."), this.buildForm(), this.personal),
      element("section", { class: "sheet", "aria-label": "Look up" }, this.lookup.box),
    ));
    for (const name of ["words", "settled"]) studio.on(name, () => { if (!this.element.hidden) this.load(); });
  }

  show() { this.element.hidden = false; this.load(); }

  hide() { this.element.hidden = true; }

  async load() {
    const { document: open } = this.studio;
    const loading = this.loading = {}; // answers may come in another order than they were asked for
    try {
      const [lists, personal] = await Promise.all([get(["words", "lists"], { document: open.id }), get(["words", "personal"])]);
      if (this.loading !== loading || this.studio.document !== open || open.isPending) return; // what comes once it is settled is newer
      this.keepFocus(() => { this.drawLists(lists); this.drawPersonal(personal); });
    } catch (error) { this.fail(error); }
  }

  // Draw anew, and give the focus to the control of the same name, or to one beside it.
  keepFocus(draw) {
    const { activeElement: old } = document;
    const name = this.element.contains(old) && old.getAttribute("aria-label");
    draw();
    if (!name || old.isConnected) return;
    const again = [...this.element.querySelectorAll("[aria-label]")].find((node) => node.getAttribute("aria-label") === name);
    const stop = again?.disabled ? again.parentNode.querySelector("button:not(:disabled)") : again;
    (stop ?? this.adding.querySelector("select")).focus();
  }

  fail(error) { this.message.replaceChildren(element("span", { class: "error-text" }, error.message)); }

  // -- lists ------------------------------------------------------------------------------------

  // Change the stack as it is now, and show it at once: to count the words of a list takes a while.
  set(change) {
    const { document: open } = this.studio;
    this.message.replaceChildren();
    open.do([{ op: "set_lists", stack: change(open.state.lists.stack).map(bare) }]);
    const known = new Map(this.lists.stack.map((list) => [idOf(list), list]));
    const stack = open.state.lists.stack.map((list) => ({ ...known.get(idOf(list)), off: false, ...list }));
    this.keepFocus(() => this.drawLists({ ...this.lists, stack }));
  }

  drawLists(lists) {
    this.lists = lists;
    const { stack, own, taste, available } = lists;
    const isOther = (list) => (other) => idOf(other) !== idOf(list);
    const move = (list, by) => this.set((now) => {
      const index = now.findIndex((other) => idOf(other) === idOf(list));
      const next = [...now];
      next.splice(Math.max(0, index + by), 0, ...next.splice(index, 1));
      return next;
    });
    this.stack.replaceChildren(...stack.map((list, index) => element(
      "li",
      { class: list.off ? "off" : "" },
      element("input", { type: "checkbox", checked: !list.off, "aria-label": `Use ${nameOf(list)}`, onchange: (event) => this.set((now) => now.map((other) => (isOther(list)(other) ? other : { ...other, off: !event.target.checked }))) }),
      element("span", { class: "list-name" }, nameOf(list)),
      element("span", { class: "quiet small" }, list.error ?? (list.words === undefined ? "" : plural(list.words, "word"))),
      iconButton("up", `Move ${nameOf(list)} up`, () => move(list, -1), { disabled: index === 0 }),
      iconButton("down", `Move ${nameOf(list)} down`, () => move(list, 1), { disabled: index === stack.length - 1 }),
      iconButton("close", `Take ${nameOf(list)} out`, () => this.set((now) => now.filter(isOther(list))), { disabled: stack.length === 1 }),
    )));
    const others = available.filter((list) => !stack.some((used) => idOf(used) === idOf(list)));
    const add = choice([["", "Add a list…"], ...others.map((list) => [idOf(list), nameOf(list)])], "", (id) => {
      const list = others.find((other) => idOf(other) === id);
      if (list) this.set((now) => [list, ...now]);
    }, { "aria-label": "Add a list" });
    const toggle = element("input", { type: "checkbox", checked: own?.on !== false, onchange: () => this.studio.document.do([{ op: "set_lists", own: toggle.checked }]) });
    const tastes = choice(Object.entries(TASTES).map(([value, [name]]) => [value, name]), taste, (value) => {
      this.studio.document.do([{ op: "set_lists", taste: value }]);
      this.keepFocus(() => this.drawLists({ ...this.lists, taste: value }));
    }, { "aria-label": "Taste", disabled: !stack.some(({ language, off }) => language && !off) });
    this.adding.replaceChildren(add, element("div", { class: "buttons taste" }, labelled("Taste", tastes), element("span", { class: "quiet small" }, TASTES[taste][1])), element("label", { class: "line" }, toggle, `Use my own scores (${number(own?.scores ?? 0)}) and bans (${number(own?.bans ?? 0)})`));
  }

  // -- own scores and bans ----------------------------------------------------------------------

  buildForm() {
    const word = field({ "aria-label": "Word", placeholder: "Word", maxlength: "64", name: "word" });
    const score = element("input", { type: "number", class: "field", min: "0", max: "100", "aria-label": "Score", placeholder: "Score", name: "score", autocomplete: "off", "data-1p-ignore": "" });
    // The fields are free for the next word at once; a word that was refused comes back.
    const send = async (action, body) => {
      for (const input of [word, score]) input.value = "";
      word.focus();
      if (await this.act(action, body) || word.value) return;
      word.value = body.word;
      score.value = body.score ?? "";
    };
    return element(
      "form",
      { class: "buttons own-form", novalidate: true, onsubmit: (event) => { event.preventDefault(); if (word.value.trim() && score.value !== "") send("score", { word: word.value.trim(), score: Number(score.value) }); } },
      word, score,
      element("button", { type: "submit", class: "button" }, "Score"),
      button("Ban", () => { if (word.value.trim()) send("ban", { word: word.value.trim() }); }),
      button("Undo", () => this.act("undo", {}), { class: "plain", title: "Take back the last change of your own scores" }),
    );
  }

  async act(action, body) {
    let isDone = true;
    try {
      await post(["words", action], body);
      this.message.replaceChildren();
    } catch (error) { isDone = false; this.fail(error); this.studio.complain(error); }
    await this.load();
    return isDone;
  }

  drawPersonal({ scores, banned }) {
    const row = (word, value) => element("li", {}, element("span", { class: "answer" }, word), value, iconButton("close", `Forget ${word}`, () => this.act("forget", { word })));
    const scored = Object.entries(scores).sort(([a], [b]) => a.localeCompare(b));
    this.personal.replaceChildren(
      element("ul", { class: "own-list", "aria-label": "Scores" }, scored.map(([word, score]) => row(word, element("span", { class: "figure" }, score)))),
      element("h3", {}, `Banned ${banned.length ? number(banned.length) : ""}`),
      banned.length ? element("ul", { class: "own-list", "aria-label": "Bans" }, banned.map((word) => row(word, element("span", { class: "quiet small" }, "banned")))) : element("p", { class: "quiet small" }, "No word is banned."),
    );
  }
}
