// The search tree, which grows with the search. Only what is in view is in the page.

const CANDIDATES = 3; // words shown that are to be tried next
const PAD = 16; // pixels around the tree

class TreeView {
  constructor(recording, parent, go) {
    this.recording = recording;
    this.map = new TreeMap(recording.tree);
    this.go = go;
    this.box = element("div", "tree", parent);
    this.box.tabIndex = 0;
    this.box.setAttribute("role", "region");
    this.box.setAttribute("aria-label", "Search tree");
    this.space = element("div", "space", this.box);
    this.edges = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.edges.setAttribute("aria-hidden", "true");
    this.layer = element("div", "layer", this.box);
    this.box.prepend(this.edges);
    this.box.addEventListener("scroll", () => this.draw());
  }

  measure() {
    const size = Number.parseFloat(getComputedStyle(this.box).fontSize);
    this.across = Math.round(size * 12.4);
    this.wide = Math.round(size * 9.6);
    this.down = Math.round(size * 1.9);
    this.high = Math.round(size * 1.6);
  }

  render() {
    if (!this.box.clientHeight) return;
    this.measure();
    const { recording, map } = this;
    this.count = map.madeBy(recording.position);
    this.line = this.count ? map.line[this.count - 1] : 0;
    const deepest = recording.nodes.length + 1;
    this.columns = Math.max(this.columns || 0, deepest);
    this.space.style.width = `${PAD * 2 + this.columns * this.across}px`;
    this.space.style.height = `${PAD * 2 + (this.line + 1 + CANDIDATES) * this.down}px`;
    this.follow();
    this.draw();
  }

  // Keep the last decision in view, without moving more than needed.
  follow() {
    const { box } = this;
    const depth = Math.max(0, this.recording.nodes.length - 1);
    const bottom = PAD * 2 + (this.line + 1 + CANDIDATES) * this.down;
    const top = this.line * this.down;
    if (bottom > box.scrollTop + box.clientHeight || top < box.scrollTop) {
      box.scrollTop = Math.max(0, Math.min(top, bottom - box.clientHeight));
    }
    const left = PAD + depth * this.across;
    const right = left + this.across + this.wide / 2;
    if (right > box.scrollLeft + box.clientWidth || left < box.scrollLeft) {
      box.scrollLeft = Math.max(0, right - box.clientWidth);
    }
  }

  draw() {
    const { box, map, recording } = this;
    if (!this.down || !box.clientHeight) return;
    const first = Math.max(0, Math.ceil((box.scrollTop - PAD) / this.down));
    const last = Math.floor((box.scrollTop + box.clientHeight) / this.down);
    this.first = first;
    const shown = map.visible(first, last, this.count).filter((node) => this.isInView(map.depth[node]));
    const path = new Set(recording.nodes);
    this.marks = [];
    const items = shown.map((node) => this.node(node, path));
    for (const node of shown) this.edge(node, path);
    recording.nodes.forEach((node) => { if (this.isInView(map.depth[node])) items.push(...this.candidates(node)); });
    items.push(...this.openChoice());
    if (!items.length) items.push(element("p", "empty", null, "No word is in the grid yet: the tree grows with the first assignment."));
    this.layer.replaceChildren(...items);
    this.drawEdges();
  }

  isInView(depth) {
    const left = PAD + depth * this.across;
    return left + this.across * 2 > this.box.scrollLeft && left - this.across < this.box.scrollLeft + this.box.clientWidth;
  }

  position(depth, line) {
    return [PAD + depth * this.across, PAD + Math.max(line, this.first) * this.down];
  }

  place(item, depth, line) {
    const [left, top] = this.position(depth, line);
    item.style.transform = `translate(${left}px, ${top}px)`;
    item.style.width = `${this.wide}px`;
    item.style.height = `${this.high}px`;
    return item;
  }

  node(node, path) {
    const { recording, map } = this;
    const { tree } = recording;
    const slot = tree.slot[node];
    const word = recording.word(slot, tree.row[node]);
    const isFailed = !path.has(node);
    const isCurrent = node === recording.nodes[recording.nodes.length - 1];
    const item = button(`node ${isFailed ? "failed" : isCurrent ? "current" : "path"}`, null, "", () => this.choose(node));
    element("small", "", item, recording.label(slot));
    element("span", "", item, word);
    const ruledOut = tree.ruledOut[node] >= 0 ? number(tree.ruledOut[node]) : "";
    element("i", "", item, `${isFailed ? "✗ " : ""}${ruledOut}`);
    const state = isFailed ? "failed" : "in the grid";
    item.setAttribute("aria-label", `${recording.name(slot)} ${word}, ${ruledOut ? `rules out ${ruledOut}, ` : ""}${state}`);
    item.title = isFailed ? "Click: where it was tried. Click again: why it failed." : "Click: where it was tried.";
    if (isCurrent) item.setAttribute("aria-current", "true");
    if (isFailed) item.tabIndex = -1;
    return this.place(item, map.depth[node], map.line[node]);
  }

  // Go to where a decision was made or, from there, to where it failed.
  choose(node) {
    const { at, end } = this.recording.tree;
    const isHere = this.recording.position === at[node];
    this.go(isHere && end[node] > 0 ? end[node] - 1 : at[node]);
  }

  edge(node, path) {
    const { tree } = this.recording;
    const parent = tree.parent[node];
    if (parent < 0) return;
    this.join(this.map.depth[node], this.map.line[parent], this.map.line[node], path.has(node) ? "path" : "failed");
  }

  join(depth, from, to, kind) {
    const [left, top] = this.position(depth - 1, from);
    const [right, bottom] = this.position(depth, to);
    const [startX, startY] = [left + this.wide, top + this.high / 2];
    const [endX, endY] = [right, bottom + this.high / 2];
    const middle = (startX + endX) / 2;
    this.marks.push([kind, startY === endY
      ? `M${startX} ${startY}H${endX}` : `M${startX} ${startY}C${middle} ${startY} ${middle} ${endY} ${endX} ${endY}`]);
  }

  drawEdges() {
    const { box, edges } = this;
    edges.style.transform = `translate(${box.scrollLeft}px, ${box.scrollTop}px)`;
    edges.setAttribute("width", box.clientWidth);
    edges.setAttribute("height", box.clientHeight);
    edges.setAttribute("viewBox", `${box.scrollLeft} ${box.scrollTop} ${box.clientWidth} ${box.clientHeight}`);
    edges.replaceChildren(...["open", "failed", "path"].map((kind) => {
      const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
      line.setAttribute("class", kind);
      line.setAttribute("d", this.marks.filter(([of]) => of === kind).map(([, path]) => path).join(""));
      return line;
    }));
  }

  // The words that come after a decision if it fails.
  candidates(node) {
    const { tree } = this.recording;
    if (tree.choice[node] < 0) return [];
    const values = this.recording.choice(tree.choice[node])[DETAIL][1];
    const index = values.findIndex(([row]) => row === tree.row[node]);
    if (index < 0) return [];
    const parent = tree.parent[node];
    return this.untried(tree.choice[node], index + 1, this.map.depth[node], parent < 0 ? -1 : this.map.line[parent]);
  }

  // The words of a slot that has just been chosen, or that has to try its next one.
  openChoice() {
    const { recording } = this;
    const depth = recording.stack.length;
    const kind = recording.kind(recording.event(recording.position));
    if (kind !== "select" || recording.levels.length <= depth) return [];
    const line = depth ? this.map.line[recording.nodes[depth - 1]] : -1;
    return this.untried(recording.levels[depth], 0, depth, line);
  }

  untried(level, from, depth, parentLine) {
    const choice = this.recording.choice(level);
    const [open, values] = choice[DETAIL];
    const total = open.find(([slot]) => slot === choice[SLOT])?.[1] ?? values.length;
    const next = values.slice(from, from + CANDIDATES - 1);
    const items = next.map(([row, ruledOut], index) => {
      const item = element("div", "node open");
      element("small", "", item, this.recording.label(choice[SLOT]));
      element("span", "", item, this.recording.word(choice[SLOT], row));
      element("i", "", item, ruledOut === null ? "" : number(ruledOut));
      if (parentLine >= 0) this.join(depth, parentLine, this.line + 1 + index, "open");
      return this.place(item, depth, this.line + 1 + index);
    });
    const rest = total - from - next.length;
    if (rest > 0 && values.length) {
      items.push(this.place(element("div", "node rest", null, `${number(rest)} more`), depth, this.line + 1 + next.length));
    }
    return items;
  }
}
