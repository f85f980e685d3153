// The documentation's own script: light or dark, the search, and small comforts. Without it, every page
// can be read all the same.

"use strict";

const THEME = "crosswright-docs-theme";
const MAX_RESULTS = 12;
const EXCERPT = 150; // characters
const TYPICAL_LENGTH = 1000; // characters of a section

const root = document.documentElement;

// --- Light and dark: set before anything is drawn ---

function remembered() {
  try {
    return localStorage.getItem(THEME);
  } catch {
    return null; // a browser may refuse storage to files
  }
}

if (remembered()) root.dataset.theme = remembered();

function isDark() {
  return root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function startTheme() {
  const button = document.querySelector(".theme");
  const label = () => { button.textContent = isDark() ? "Light" : "Dark"; };
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try {
      localStorage.setItem(THEME, root.dataset.theme);
    } catch { /* it lasts as long as the page */ }
    label();
  });
  label();
  button.hidden = false;
}

// --- The search ---

let sections = null; // once the index is there
let loading = null;

/** Take the index, which comes as a script: that works for files, where fetching does not. */
function addIndex(index) {
  sections = index.sections.map(([page, anchor, heading, text]) => {
    const [url, title] = index.pages[page];
    const whole = heading === title;
    return {
      title, heading, text, whole,
      url: whole ? url : `${url}#${anchor}`,
      lower: { title: folded(title), heading: folded(heading), text: folded(text) },
    };
  });
}

function loadIndex() {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${root.dataset.root}/search-index.js`;
    script.onload = resolve;
    script.onerror = reject;
    document.head.append(script);
  });
  return loading;
}

/** Return a text in lower case and without accents, of the same length. */
function folded(text) {
  return Array.from(text, (mark) => {
    const plain = mark.normalize("NFD")[0].toLowerCase();
    return plain.length === mark.length ? plain : mark;
  }).join("");
}

const isLetter = (mark) => mark !== undefined && /[\p{L}\p{N}]/u.test(mark);

/** Yield where words begin with a term. */
function* places(text, term) {
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
    if (!isLetter(text[at - 1]) || !isLetter(term[0])) yield at;
  }
}

/** Return how well a term fits a text: 0 not at all, more for whole words and for many of them. */
function fit(text, term) {
  let begun = 0;
  let whole = 0;
  for (const at of places(text, term)) {
    begun += 1;
    whole += !isLetter(text[at + term.length]);
  }
  return begun && Math.log2(1 + begun) + 2 * Math.log2(1 + whole);
}

/** Return a term as it is, and without an ending. */
function forms(term) {
  const stem = term.length > 4 ? term.replace(/(?:ing|ed|es|s)$/, "") : term;
  return stem.length > 2 && stem !== term ? [term, stem] : [term];
}

function score(section, terms) {
  const { title, heading, text } = section.lower;
  const length = 1 + Math.log2(1 + text.length / TYPICAL_LENGTH); // long sections have every word
  let total = 0;
  for (const term of terms) {
    const best = Math.max(...forms(term).map((form, index) =>
      (6 * fit(heading, form) + 2 * fit(title, form) + 2 * fit(text, form) / length) / (1 + index)));
    if (!best) return 0;
    total += best;
  }
  const phrase = terms.join(" ");
  if (heading === phrase) total += 40;
  else if (terms.length > 1) total += heading.includes(phrase) ? 20 : text.includes(phrase) ? 12 / length : 0;
  return total + (section.whole && fit(heading, terms[0]) ? 6 : 0);
}

/** Return the sections with all words of a query, the best first. */
function search(query) {
  const terms = folded(query).split(/\s+/).filter(Boolean);
  if (!terms.length) return [];
  return sections
    .map((section) => ({ section, points: score(section, terms) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, MAX_RESULTS)
    .map(({ section }) => section);
}

/** Return an excerpt with the words of a query marked. */
function excerpt(section, query) {
  const terms = folded(query).split(/\s+/).filter(Boolean).flatMap(forms);
  const found = terms.flatMap((term) => [...places(section.lower.text, term)].slice(0, 1)).sort((a, b) => a - b);
  let start = Math.max(0, (found[0] ?? 0) - EXCERPT / 3);
  if (start > 0) start = section.text.indexOf(" ", start) + 1;
  let end = start + EXCERPT;
  if (end < section.text.length) end = Math.max(section.text.lastIndexOf(" ", end), start + 1);
  const part = section.text.slice(start, end);
  return [start > 0 ? "… " : "", ...marked(part, terms), end < section.text.length ? " …" : ""];
}

/** Return the pieces of a text, those that a term begins with in `mark`. */
function marked(text, terms) {
  const lower = folded(text);
  const spans = terms.flatMap((term) => [...places(lower, term)].map((at) => [at, at + term.length]));
  spans.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  const parts = [];
  let end = 0;
  for (const [from, to] of spans) {
    if (from < end) continue;
    const mark = document.createElement("mark");
    mark.textContent = text.slice(from, to);
    parts.push(text.slice(end, from), mark);
    end = to;
  }
  return [...parts, text.slice(end)];
}

function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

function option(section, query, index) {
  const link = element("a", "", element("b", "", section.heading));
  if (!section.whole) link.append(element("span", "where", section.title));
  link.append(element("span", "excerpt", ...excerpt(section, query)));
  link.href = `${root.dataset.root}/${section.url}`;
  link.tabIndex = -1;
  const item = element("li", "", link);
  item.id = `result-${index}`;
  item.setAttribute("role", "option");
  item.setAttribute("aria-selected", "false");
  return item;
}

function startSearch() {
  const form = document.querySelector(".search");
  const input = form.querySelector("input");
  const panel = form.querySelector(".found");
  const message = panel.querySelector(".message");
  const list = panel.querySelector("ul");
  let chosen = -1;

  const open = (isOpen) => {
    panel.hidden = !isOpen;
    input.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) choose(-1);
  };
  const choose = (index) => {
    list.children[chosen]?.setAttribute("aria-selected", "false");
    chosen = index;
    const item = list.children[chosen];
    item?.setAttribute("aria-selected", "true");
    item?.scrollIntoView({ block: "nearest" });
    if (item) input.setAttribute("aria-activedescendant", item.id);
    else input.removeAttribute("aria-activedescendant");
  };
  const show = async () => {
    const query = input.value.trim();
    if (!query) return open(false);
    try {
      await loadIndex();
    } catch {
      message.textContent = "The index of the search is missing.";
      return open(true);
    }
    if (query !== input.value.trim()) return undefined; // more has been typed
    const results = search(query);
    chosen = -1;
    list.replaceChildren(...results.map((section, index) => option(section, query, index)));
    const count = results.length === MAX_RESULTS ? `The best ${MAX_RESULTS}` : results.length;
    message.textContent = results.length
      ? `${count} ${results.length === 1 ? "result" : "results"}`
      : `Nothing found for “${query}”.`;
    open(true);
    return choose(results.length ? 0 : -1);
  };

  input.addEventListener("focus", () => { loadIndex().catch(() => {}); });
  input.addEventListener("input", show);
  input.addEventListener("focus", () => { if (input.value) show(); });
  input.addEventListener("keydown", (event) => {
    const count = list.children.length;
    if (event.key === "Escape") {
      open(false);
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && count && !panel.hidden) {
      event.preventDefault();
      choose((chosen + (event.key === "ArrowDown" ? 1 : count - 1) + count) % count);
    }
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!panel.hidden) list.children[Math.max(chosen, 0)]?.querySelector("a").click();
  });
  list.addEventListener("click", () => open(false));
  form.addEventListener("focusout", (event) => {
    if (!form.contains(event.relatedTarget)) open(false);
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      input.focus();
      input.select();
    }
  });
  form.hidden = false;
}

// --- Small comforts ---

/** What scrolls sideways can be scrolled with the keyboard. */
function startScrolling() {
  const parts = document.querySelectorAll("article pre, article .table");
  const update = () => {
    for (const part of parts) {
      const isWide = part.scrollWidth > part.clientWidth + 1;
      part.toggleAttribute("tabindex", isWide);
      if (isWide) {
        part.tabIndex = 0;
        part.setAttribute("role", "region");
        part.setAttribute("aria-label", part.matches("pre") ? "Code" : "Table");
      } else {
        part.removeAttribute("role");
        part.removeAttribute("aria-label");
      }
    }
  };
  addEventListener("resize", update);
  update();
}

/** Return what is worth copying: of a console, the commands alone. */
function copied(block) {
  const text = block.querySelector("code").textContent;
  const prompts = { console: /^\$ /, pycon: /^(?:>>>|\.\.\.) ?/ };
  const prompt = prompts[block.dataset.language];
  const lines = text.split("\n");
  if (!prompt || !lines.some((line) => prompt.test(line))) return text;
  return lines.filter((line) => prompt.test(line)).map((line) => line.replace(prompt, "")).join("\n") + "\n";
}

function startCopying() {
  if (!navigator.clipboard) return;
  for (const block of document.querySelectorAll("pre[data-language]")) {
    const button = element("button", "button copy", "Copy");
    button.type = "button";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(copied(block));
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    block.append(button);
  }
}

/** Mark in the contents what is being read, and show the page in the list of pages. */
function startContents() {
  for (const panel of document.querySelectorAll("nav[popover]")) {
    panel.addEventListener("click", (event) => {
      if (event.target.closest("a") && panel.matches(":popover-open")) panel.hidePopover();
    });
  }
  document.querySelector(".pages [aria-current]")?.scrollIntoView({ block: "nearest" });
  const links = new Map();
  for (const link of document.querySelectorAll(".contents a")) links.set(link.hash.slice(1), link);
  if (!links.size) return;
  const headings = [...document.querySelectorAll("article :is(h2, h3)")].filter(({ id }) => links.has(id));
  let current = null;
  const update = () => {
    const line = innerHeight / 4;
    const heading = headings.findLast((each) => each.getBoundingClientRect().top < line) ?? null;
    const link = heading && links.get(heading.id);
    if (link === current) return;
    current?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "true");
    link?.scrollIntoView({ block: "nearest" });
    current = link;
  };
  addEventListener("scroll", update, { passive: true });
  update();
}

document.addEventListener("DOMContentLoaded", () => {
  startTheme();
  startSearch();
  startScrolling();
  startCopying();
  startContents();
});
