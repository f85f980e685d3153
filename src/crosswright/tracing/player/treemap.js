// Where each decision is in the picture of the tree. A first try is on the line of the decision
// before it, every other one on a new line below all others: the tree grows down and never moves.

class TreeMap {
  constructor(tree) {
    this.tree = tree;
    const count = tree.at.length;
    this.line = new Int32Array(count);
    this.depth = new Int32Array(count);
    this.lastLine = new Int32Array(count); // of the node and all below it
    const hasChild = new Uint8Array(count);
    let line = -1;
    for (let node = 0; node < count; node += 1) {
      const parent = tree.parent[node];
      this.depth[node] = parent < 0 ? 0 : this.depth[parent] + 1;
      if (parent < 0 || hasChild[parent]) line += 1;
      if (parent >= 0) hasChild[parent] = 1;
      this.line[node] = line;
    }
    this.lastLine.set(this.line);
    for (let node = count - 1; node >= 0; node -= 1) {
      const parent = tree.parent[node];
      if (parent >= 0) this.lastLine[parent] = Math.max(this.lastLine[parent], this.lastLine[node]);
    }
  }

  // How many decisions have been made up to a position; they come first in all columns.
  madeBy(position) { return after(this.tree.at, position); }

  // The nodes on some lines, and those above them that lead there.
  visible(first, last, count) {
    let node = this.firstOn(first, count);
    const shown = [];
    const top = node < count ? node : count - 1;
    for (let above = top >= 0 ? this.tree.parent[top] : -1; above >= 0; above = this.tree.parent[above]) {
      if (this.line[above] < first) shown.push(above);
    }
    for (; node < count && this.line[node] <= last; node += 1) shown.push(node);
    return shown;
  }

  firstOn(line, count) {
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.line[middle] >= line) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
