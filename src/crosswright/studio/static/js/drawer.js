// A panel at the right that something takes over for a while: keys, details, history. Not modal.

import { element, iconButton } from "./dom.js";

export class Drawer {
  constructor(studio) {
    this.studio = studio;
    this.box = document.getElementById("drawer");
    this.title = element("h2", { id: "drawer-title", tabindex: "-1" });
    this.content = element("div", { class: "content" });
    this.box.append(
      element("header", {}, this.title, iconButton("close", "Close", () => this.close())),
      this.content,
    );
    this.box.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation();
      this.close();
    });
  }

  get isOpen() { return !this.box.hidden; }

  // Let go of what is shown: work for it may end.
  leave() {
    const { onLeave } = this;
    this.onLeave = null;
    onLeave?.();
  }

  open(name, title, ...content) {
    this.leave();
    this.opener = this.isOpen ? this.opener : document.activeElement;
    this.name = name;
    this.title.textContent = title;
    this.content.replaceChildren(...content);
    this.content.scrollTop = 0;
    this.box.hidden = false;
    const first = this.content.querySelector("[autofocus]");
    (first ?? this.title).focus();
  }

  toggle(name, title, build) {
    if (this.isOpen && this.name === name) this.close();
    else this.open(name, title, ...[build()].flat());
  }

  close() {
    if (!this.isOpen) return;
    this.leave();
    this.box.hidden = true;
    this.content.replaceChildren();
    this.name = null;
    if (this.opener?.isConnected) this.opener.focus();
    else if (this.studio.document) this.studio.focusGrid();
  }
}
