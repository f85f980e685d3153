"use strict";
// Small things that all parts of the page use.

const number = (value) => value.toLocaleString("en-US");
const plural = (count, noun) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;

function element(tag, name, parent, text) {
  const node = document.createElement(tag);
  if (name) node.className = name;
  if (text !== undefined) node.textContent = text;
  if (parent) parent.append(node);
  return node;
}

function button(name, parent, text, action) {
  const node = element("button", name, parent, text);
  node.type = "button";
  node.addEventListener("click", action);
  return node;
}

// The first index of a sorted list whose value is greater than a given one.
function after(list, value) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

// "5D" as people say it: "5-Down".
function slotName(label) {
  const directions = { A: "Across", D: "Down" };
  const direction = directions[label.slice(-1)];
  return direction ? `${label.slice(0, -1)}-${direction}` : label;
}

function listed(words, last = "and") {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${last} ${words[words.length - 1]}`;
}
