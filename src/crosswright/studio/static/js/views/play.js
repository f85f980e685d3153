// Play: the puzzle as solvers get it, in a frame of its own.

import { path } from "../api.js";
import { button, element } from "../dom.js";

export class PlayView {
  constructor(studio) {
    this.studio = studio;
    this.frame = element("iframe", { title: "The puzzle as solvers play it", sandbox: "allow-scripts" });
    this.notice = element("p", { class: "quiet" });
    this.element = element("div", { class: "view play", hidden: true }, element("div", { class: "play-bar" }, this.notice, button("Start over", () => this.load())), this.frame);
  }

  show() {
    this.element.hidden = false;
    this.load();
  }

  hide() {
    this.element.hidden = true;
    this.frame.removeAttribute("src");
  }

  load() {
    const { document: open } = this.studio;
    const { puzzle } = open;
    const missing = puzzle.cells.filter(({ kind, token }) => kind === "open" && !token).length;
    this.notice.textContent = missing ? `${missing} squares have no letter yet; the player cannot check those.` : "As solvers get it. Nothing done here changes the puzzle.";
    this.frame.src = `${path("documents", open.id, "play")}?revision=${open.revision}`;
  }
}
