// The history of a document: what was done and when, a look at each state, and the way back.

import { get } from "./api.js";
import { button, clock, element, number } from "./dom.js";
import { Puzzle } from "./puzzle.js";
import { rowsOf, thumb } from "./thumb.js";

const PAGE = 50; // entries asked for at a time

export class History {
  constructor(id, { onRestore, title = "History" }) {
    this.id = id;
    this.onRestore = onRestore;
    this.count = element("span", { class: "quiet" });
    this.list = element("ol", { class: "history" });
    this.preview = element("div", { class: "history-preview" });
    this.moreButton = button("Earlier", () => this.load(), { class: "plain", hidden: true });
    this.box = element("section", { class: "block-of-panel", "aria-label": "History" }, element("div", { class: "headline" }, element("h2", {}, title), this.count), this.preview, this.list, this.moreButton);
    this.load();
  }

  async load() {
    try {
      const { revision, entries, more } = await get(["documents", this.id, "history"], { before: this.oldest, limit: PAGE });
      this.count.textContent = `${number(revision)} ${revision === 1 ? "revision" : "revisions"}`;
      this.list.append(...entries.map((entry) => element("li", {}, element(
        "button",
        { type: "button", class: entry.undone ? "undone" : "", onclick: () => this.look(entry) },
        element("time", { class: "quiet" }, clock(entry.at * 1000)),
        element("span", {}, entry.label),
      ))));
      this.oldest = entries.at(-1)?.revision;
      this.moreButton.hidden = !more;
      if (!entries.length && !this.list.children.length) this.list.append(element("li", { class: "quiet" }, "Nothing has been done yet."));
    } catch (error) {
      this.list.replaceChildren(element("li", { class: "error-text" }, error.message));
    }
  }

  async look(entry) {
    try {
      const { state } = await get(["documents", this.id, "history", entry.revision]);
      this.preview.replaceChildren(
        thumb(rowsOf(new Puzzle(state)), { size: 200, label: `The puzzle at revision ${entry.revision}` }),
        element("div", { class: "buttons" }, button("Restore this state", () => this.onRestore(entry), { class: "main" }), element("span", { class: "quiet small" }, `revision ${number(entry.revision)}; one undo takes it back`)),
      );
    } catch (error) {
      this.preview.replaceChildren(element("p", { class: "error-text" }, error.message));
    }
  }
}
