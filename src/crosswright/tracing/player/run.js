// One run on the page: what happens, the grid, the two slots or the choice, the code, tree and log.

const COUNTERS = [["assignments", "assignments"], ["backtracks", "backtracks"], ["revisions", "revisions"], ["removed", "removed"]];
const CHOOSING = ["select", "assign", "exhausted", "backtrack"];
const NOTING = ["start", "solution", "end", "restart", "shortage", "unplaced"];

class RunView {
  constructor(recording, parent, player) {
    this.recording = recording;
    this.box = element("article", "run", parent);
    this.box.dataset.run = recording.index;
    this.buildHead();
    this.band = element("div", "sentence", this.box);
    this.sentence = element("p", "", this.band);
    this.columns = element("div", "columns", this.box);
    this.codeColumn = element("section", "panel code-panel", this.columns);
    this.boardColumn = element("section", "panel board-panel", this.columns);
    this.sideColumn = element("section", "panel side-panel", this.columns);
    this.board = new Board(recording, this.boardColumn, player.tip);
    this.arcs = new Arcs(recording, this.sideColumn);
    this.choices = new Choices(recording, this.sideColumn);
    this.notes = new Notes(recording, this.sideColumn);
    this.buildTabs(player);
  }

  buildHead() {
    const { recording } = this;
    const head = element("header", "head", this.box);
    const [name, ...rest] = recording.title.split(": ");
    element("h1", "", head, name);
    const words = recording.tables.reduce((total, table) => total + table.length, 0);
    const size = `${[...recording.grid[0]].length} × ${recording.grid.length}`;
    element("p", "about", head, [...(rest.length ? [rest.join(": ")] : []), size, plural(words, "word")].join(" · "));
    this.status = element("span", "status", head);
    const list = element("dl", "counters", head);
    this.counters = COUNTERS.map(([name, text]) => {
      const entry = element("div", "", list);
      element("dt", "", entry, text);
      return [name, element("dd", "", entry)];
    });
  }

  buildTabs(player) {
    const lower = element("section", "lower", this.box);
    const bar = element("div", "tabs", lower);
    bar.setAttribute("role", "tablist");
    this.tabs = ["Tree", "Log", "Code"].map((name) => {
      const panel = element("div", `tab-panel ${name.toLowerCase()}-panel`, lower);
      panel.id = `panel-${this.recording.index}-${name}`;
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-label", name);
      const tab = button("tab", bar, name, () => this.open(name));
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-controls", panel.id);
      tab.addEventListener("keydown", (press) => this.moveTab(press, name));
      return { name, tab, panel };
    });
    const panels = Object.fromEntries(this.tabs.map(({ name, panel }) => [name, panel]));
    this.tree = new TreeView(this.recording, panels.Tree, (position) => player.visit(position));
    this.log = new Log(this.recording, panels.Log, (position) => player.visit(position));
    this.codePanel = panels.Code;
    this.code = new Code(this.recording, panels.Code);
    const key = element("p", "key", panels.Tree);
    const counts = this.recording.variant?.value === "lcv" ? "The number is that of the words it rules out in the slots it crosses. " : "";
    key.textContent = `${counts}Blue: in the grid. ✗: failed. Dashed: to be tried next.`;
  }

  moveTab(press, name) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[press.key];
    if (!step) return;
    press.stopPropagation();
    const shown = this.tabs.filter(({ tab }) => !tab.hidden);
    const index = shown.findIndex((entry) => entry.name === name);
    const next = shown[(index + step + shown.length) % shown.length];
    this.open(next.name);
    next.tab.focus();
  }

  open(name) {
    this.tab = name;
    for (const { name: other, tab, panel } of this.tabs) {
      tab.setAttribute("aria-selected", String(other === name));
      tab.tabIndex = other === name ? 0 : -1;
      panel.hidden = other !== name;
    }
    if (this.event) this.renderTab();
  }

  // The code has a column of its own where there is room, and else a tab.
  arrange(isWide) {
    const codeTab = this.tabs.find(({ name }) => name === "Code").tab;
    this.codeColumn.hidden = !isWide;
    codeTab.hidden = isWide;
    (isWide ? this.codeColumn : this.codePanel).append(this.code.box);
    if (!this.tab || (isWide && this.tab === "Code")) this.open("Tree");
    this.board.resize(this.roomForBoard());
  }

  roomForBoard() {
    const { clientWidth, clientHeight } = this.boardColumn;
    const style = getComputedStyle(this.boardColumn);
    const padding = (side) => Number.parseFloat(style[`padding${side}`]);
    const height = window.innerWidth <= 760 ? window.innerHeight * 0.5
      : clientHeight - padding("Top") - padding("Bottom") - this.board.belowHeight();
    return { width: clientWidth - padding("Left") - padding("Right") - 6, height };
  }

  render() {
    const { recording } = this;
    const event = recording.event(recording.position);
    this.event = event;
    const slots = [event[SLOT], event[OTHER]]; // X, and Y if there are two
    const kind = recording.kind(event);
    this.band.className = `sentence ${recording.isDeadEnd(event) ? "at-dead-end" : `at-${kind}`}`;
    this.sentence.replaceChildren(...nodes(sentence(recording, event)));
    const isAtEnd = recording.position === recording.last;
    this.status.textContent = isAtEnd ? recording.status : "";
    this.status.className = `status ${isAtEnd ? recording.status : ""}`;
    for (const [name, cell] of this.counters) cell.textContent = number(recording.counts[name]);
    this.board.render(event, slots);
    this.renderSide(event, kind, slots);
    if (!this.codeColumn.hidden) this.code.render(event);
    this.renderTab();
  }

  // The side panel shows a choice, notes, or the two slots of an arc.
  renderSide(event, kind, slots) {
    const shown = CHOOSING.includes(kind) ? this.choices : NOTING.includes(kind) ? this.notes : this.arcs;
    for (const part of [this.arcs, this.choices, this.notes]) part.box.hidden = part !== shown;
    if (shown === this.choices) this.choices.render(event);
    else if (shown === this.notes) this.notes.render(kind);
    else this.arcs.render(event, slots);
  }

  renderTab() {
    if (this.tab === "Tree") this.tree.render();
    else if (this.tab === "Log") this.log.render();
    else this.code.render(this.event);
  }
}
