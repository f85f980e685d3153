// The sheet of keys: drawn from the table, and the place to choose other ones.

import { button, element } from "./dom.js";
import { chord, COMMANDS, keyText } from "./keys.js";

const IGNORED = new Set(["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock", "Dead"]);

export class KeySheet {
  constructor(studio) { this.studio = studio; }

  build() {
    this.body = element("div", { class: "keysheet" });
    this.message = element("p", { class: "small quiet", role: "status" }, "Choose a key to change it.");
    this.draw();
    return [
      element("div", { class: "block-of-panel" }, this.message, element("div", { class: "buttons" },
        button("Reset all keys", () => { this.studio.keymap.reset(); this.changed("All keys are as they were."); }))),
      this.body,
    ];
  }

  draw() {
    const groups = [...new Set(COMMANDS.map(({ group }) => group))];
    this.body.replaceChildren(...groups.map((group) => element(
      "section",
      { class: "block-of-panel tight" },
      element("h3", {}, group),
      element("ul", {}, COMMANDS.filter((command) => command.group === group).map((command) => this.row(command))),
    )));
  }

  row({ id, label }) {
    const keys = this.studio.keymap.keys.get(id);
    const change = element(
      "button",
      { type: "button", class: "key-button", data: { command: id }, "aria-label": `${label}: ${keys.map(keyText).join(" or ") || "no key"}. Change`, onclick: () => this.wait(id, label, change) },
      keys.map((key) => element("kbd", {}, keyText(key))),
    );
    return element("li", { class: "key-row" }, element("span", {}, label), change);
  }

  wait(id, label, node) {
    node.replaceChildren(element("kbd", {}, "press a key"));
    this.message.textContent = `Press the key for “${label}”; Esc leaves it as it is.`;
    const listen = (event) => {
      if (IGNORED.has(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      node.removeEventListener("keydown", listen);
      node.removeEventListener("blur", leave);
      const key = chord(event);
      if (event.key === "Escape" || event.key === "Tab") { this.draw(); this.focus(id); return; }
      const rival = this.studio.keymap.rival(id, key);
      if (rival) { this.changed(`${keyText(key)} is already “${rival.label}”.`); this.focus(id); return; }
      if (/^[\p{L}\p{N}]$/u.test(key)) { this.changed("Letters and figures are for the grid."); this.focus(id); return; }
      this.studio.keymap.remap(id, key);
      this.changed(`“${label}” is now ${keyText(key)}.`);
      this.focus(id);
    };
    const leave = () => { node.removeEventListener("keydown", listen); this.draw(); };
    node.addEventListener("keydown", listen);
    node.addEventListener("blur", leave, { once: true });
  }

  focus(id) { this.body.querySelector(`[data-command="${id}"]`)?.focus(); }

  changed(message) {
    this.studio.keepKeys();
    this.message.textContent = message;
    this.draw();
  }
}
