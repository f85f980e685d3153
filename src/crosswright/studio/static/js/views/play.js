// Play: the puzzle as solvers get it, in a frame of its own.

import { path } from "../api.js";
import { button, element } from "../dom.js";

export class PlayView {
  constructor(studio) {
    this.studio = studio;
    this.frame = element("iframe", { title: "The puzzle as solvers play it", sandbox: "allow-scripts" });
    this.notice = element("p", { class: "quiet" });
    this.element = element("div", { class: "view play", hidden: true }, element("div", { class: "play-bar" }, this.notice, button("Start over", () => this.load())), this.frame);
    window.addEventListener("message", (event) => { if (event.source === this.frame.contentWindow) this.hear(event.data?.crosswright); });
  }

  // The player tells which keys are ours: the views can be changed from inside it, too.
  hear({ type, alt } = {}) {
    if (type === "key" && /^[0-9]$/.test(alt)) document.dispatchEvent(new KeyboardEvent("keydown", { key: alt, code: `Digit${alt}`, altKey: true, bubbles: true }));
  }

  show() {
    this.element.hidden = false;
    this.load();
  }

  hide() {
    this.frame.blur(); // keys would go on to the frame
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
