// Stylesheets that only some parts of the page need; what is said for phones still comes last.

import { element } from "./dom.js";

const sheets = {};

export function sheet(name) {
  sheets[name] ??= new Promise((resolve) => {
    const link = element("link", { rel: "stylesheet", href: new URL(`../css/${name}.css`, import.meta.url), onload: resolve, onerror: resolve });
    document.getElementById("phone-css").before(link);
  });
  return sheets[name];
}
