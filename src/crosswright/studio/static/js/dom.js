// Small things that every part of the page uses. Text becomes a text node, never markup.

const SVG = "http://www.w3.org/2000/svg";

function assign(node, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name === "class") node.setAttribute("class", value);
  else if (name === "data") Object.assign(node.dataset, value);
  else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
  else if (name === "value") node.value = value;
  else if (name === "checked" || name === "disabled" || name === "hidden" || name === "selected") node[name] = Boolean(value);
  else node.setAttribute(name, value === true ? "" : value);
}

const isPresent = (child) => child !== null && child !== undefined && child !== false;

export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) assign(node, name, value);
  node.append(...children.flat().filter(isPresent));
  return node;
}

export function drawing(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) assign(node, name, value);
  node.append(...children.flat().filter(isPresent));
  return node;
}

export function icon(name, size) {
  const glyph = drawing("svg", { class: "glyph", "aria-hidden": "true", focusable: "false" }, drawing("use", { href: `#icon-${name}` }));
  if (size) { glyph.style.width = `${size}px`; glyph.style.height = `${size}px`; }
  return glyph;
}

export function button(label, action, attributes = {}, ...more) {
  const { class: names = "", ...rest } = attributes;
  return element("button", { type: "button", class: `button ${names}`.trim(), onclick: action, ...rest }, label, ...more);
}

export function iconButton(name, label, action, attributes = {}) {
  const { class: names = "", ...rest } = attributes;
  return element(
    "button",
    { type: "button", class: `button icon ${names}`.trim(), onclick: action, "aria-label": label, title: label, ...rest },
    icon(name),
  );
}

// What keeps password managers and spelling correction out of a field.
export const LEFT_ALONE = {
  autocomplete: "off",
  autocorrect: "off",
  autocapitalize: "off",
  spellcheck: "false",
  "data-1p-ignore": "",
  "data-lpignore": "true",
  "data-bwignore": "",
  "data-form-type": "other",
};

export function field(attributes = {}) {
  const { class: names = "", ...rest } = attributes;
  return element("input", { type: "text", class: `field ${names}`.trim(), ...LEFT_ALONE, ...rest });
}

export function searchField(label, attributes = {}) {
  const input = field({ type: "search", "aria-label": label, placeholder: label, ...attributes });
  const box = element("label", { class: "search" }, icon("find"), input);
  return { box, input };
}

export function choice(options, chosen, change, attributes = {}) {
  const list = element("select", { onchange: () => change(list.value), ...LEFT_ALONE, ...attributes });
  for (const [value, label] of options) list.append(element("option", { value, selected: value === chosen }, label));
  return list;
}

// Buttons of which one is pressed; `show` presses another one.
export function segments(label, options, chosen, change) {
  const box = element("div", { class: "segments", role: "group", "aria-label": label });
  const show = (value) => {
    for (const item of box.children) item.setAttribute("aria-pressed", String(item.dataset.value === value));
  };
  for (const [value, text] of options) {
    box.append(element("button", { type: "button", data: { value }, onclick: () => { show(value); change(value); } }, text));
  }
  show(chosen);
  return { box, show };
}

// Tabs by the ARIA pattern: one stop in the Tab order, arrows move between them.
export function tabs(label, options, chosen, change) {
  const box = element("div", { class: "tabs", role: "tablist", "aria-label": label });
  const show = (value) => {
    for (const item of box.children) {
      const isChosen = item.dataset.value === value;
      item.setAttribute("aria-selected", String(isChosen));
      item.tabIndex = isChosen ? 0 : -1;
    }
  };
  const take = (value) => { show(value); change(value); };
  for (const [value, text, controls] of options) {
    box.append(element(
      "button",
      { type: "button", role: "tab", data: { value }, id: `tab-${value}`, "aria-controls": controls, onclick: () => take(value) },
      text,
      element("span", { class: "count" }),
    ));
  }
  box.addEventListener("keydown", (event) => {
    const items = [...box.children].filter((item) => item.offsetParent !== null);
    const at = items.indexOf(document.activeElement);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (next === undefined || at < 0) return;
    event.preventDefault();
    const item = items[(next + items.length) % items.length];
    take(item.dataset.value);
    item.focus();
  });
  const count = (value, figure) => {
    const item = [...box.children].find((tab) => tab.dataset.value === value);
    item.querySelector(".count").textContent = figure ? String(figure) : "";
  };
  show(chosen);
  return { box, show, count };
}

export function labelled(text, control, attributes = {}) {
  return element("label", { class: "line", ...attributes }, element("span", {}, text), control);
}

export function facts(pairs) {
  return element("dl", { class: "facts" }, pairs.filter(isPresent).map(([name, value, names]) => [
    element("dt", {}, name),
    element("dd", { class: names }, value),
  ]).flat());
}

export const number = (value) => Number(value).toLocaleString("en-GB");
export const plural = (count, noun, several = `${noun}s`) => `${number(count)} ${count === 1 ? noun : several}`;

// Let only the last of many calls through, after a pause.
export function later(action, milliseconds) {
  let timer = 0;
  const call = (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...values), milliseconds);
  };
  call.cancel = () => clearTimeout(timer);
  return call;
}

const LANGUAGES = new Intl.DisplayNames(["en"], { type: "language" });

// The English name of a language: "French", "British English".
export const languageName = (code) => LANGUAGES.of(code) ?? code;

export function clock(time) {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return "";
  const today = new Date();
  const days = Math.round((new Date(today).setHours(0, 0, 0, 0) - new Date(date).setHours(0, 0, 0, 0)) / 86_400_000);
  if (days === 0) return date.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (days === 1) return "yesterday";
  const year = date.getFullYear() === today.getFullYear() ? undefined : "numeric";
  return date.toLocaleDateString("en-GB", { day: "numeric", month: "short", year });
}
