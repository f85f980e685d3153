// The page as a whole: one position for all runs, buttons, keys, and links to an event.

const WIDE = 1220; // pixels from which the code of a single run has a column of its own
const JUMPS = { d: "assign", r: "removal", x: "deadEnd", b: "backtrack" };

class Player {
  constructor() {
    this.tip = new Tip();
    const main = document.getElementById("runs");
    this.runs = [];
    while (document.getElementById(`run-${this.runs.length}`)) this.runs.push(new Recording(this.runs.length));
    document.body.classList.toggle("two", this.runs.length > 1);
    this.views = this.runs.map((run) => new RunView(run, main, this));
    this.last = Math.max(...this.runs.map((run) => run.last));
    this.position = 0;
    this.bind();
    this.arrange();
    this.move(this.linked() ?? 0);
  }

  bind() {
    const on = (id, action) => document.getElementById(id).addEventListener("click", action);
    on("first", () => this.go(0));
    on("back", () => this.go(this.position - 1));
    on("play", () => this.toggle());
    on("step", () => this.go(this.position + 1));
    on("last", () => this.go(this.last));
    this.jumps = [...document.querySelectorAll("[data-jump]")];
    for (const each of this.jumps) each.addEventListener("click", () => this.jump(each.dataset.jump));
    this.slider = document.getElementById("position");
    this.slider.max = this.last;
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.clock = new Clock(document.getElementById("speed"), (steps) => this.advance(steps));
    this.link = document.getElementById("event");
    this.link.addEventListener("click", () => this.store());
    document.addEventListener("keydown", (press) => this.key(press));
    window.addEventListener("hashchange", () => { const at = this.linked(); if (at !== null) this.go(at); });
    window.addEventListener("resize", () => { this.arrange(); this.show(); });
  }

  arrange() {
    const isWide = this.runs.length === 1 && window.innerWidth >= WIDE;
    document.body.classList.toggle("wide", isWide);
    for (const view of this.views) view.arrange(isWide);
  }

  key(press) {
    if (press.ctrlKey || press.metaKey || press.altKey) return;
    const { tagName, type } = press.target;
    if (tagName === "SELECT" || (tagName === "INPUT" && type === "search")) return;
    if (press.key === "Escape") { this.tip.hide(); return; }
    const jump = JUMPS[press.key.toLowerCase()];
    const actions = {
      " ": () => this.toggle(),
      ArrowRight: () => this.go(this.position + 1),
      ArrowLeft: () => this.go(this.position - 1),
      Home: () => this.go(0),
      End: () => this.go(this.last),
      "/": () => this.find(),
    };
    const action = jump ? () => this.jump(jump, press.shiftKey) : actions[press.key];
    const isSpace = press.key === " ";
    if (!action || (isSpace ? tagName === "BUTTON" : tagName === "INPUT")) return;
    press.preventDefault();
    action();
  }

  find() {
    this.views[0].open("Log");
    this.views[0].log.input.focus();
  }

  // The position that the address asks for, null if it asks for none.
  linked() {
    const match = /^#event=(\d+)$/.exec(window.location.hash);
    return match ? Math.min(Number(match[1]), this.last) : null;
  }

  // Put the position into the address: as a new entry when it was jumped to, so that Back returns.
  store(isJump = false) {
    const url = `#event=${this.position}`;
    if (window.location.hash === url) return;
    window.history[isJump ? "pushState" : "replaceState"](null, "", url);
  }

  go(position) {
    this.pause();
    this.move(position);
    clearTimeout(this.storing);
    this.storing = setTimeout(() => this.store(), 400); // browsers do not like it too often
  }

  // Go somewhere by a click on it, so that the browser's Back returns to where one was.
  visit(position) {
    this.pause();
    clearTimeout(this.storing);
    this.store();
    this.move(position);
    this.store(true);
  }

  move(position) {
    this.position = Math.max(0, Math.min(position, this.last));
    for (const run of this.runs) run.seek(this.position);
    this.show();
  }

  // The next position in a list that each run has, or the one before; null if there is none.
  next(list, isBack = false) {
    const found = this.runs.map((run) => {
      const positions = run.jumps[list];
      return isBack ? positions[after(positions, this.position - 1) - 1] : positions[after(positions, this.position)];
    }).filter((position) => position !== undefined);
    if (!found.length) return null;
    return isBack ? Math.max(...found) : Math.min(...found);
  }

  jump(list, isBack = false) {
    const position = this.next(list, isBack);
    if (position !== null) this.go(position);
  }

  toggle() {
    if (this.clock.isRunning) { this.go(this.position); return; }
    if (this.position >= this.last) this.move(0);
    this.clock.start(this.last - this.position);
    this.showButtons();
  }

  pause() {
    this.clock.stop();
    this.showButtons();
  }

  advance(steps) {
    this.move(this.position + steps);
    if (this.position >= this.last) this.go(this.position);
  }

  show() {
    for (const view of this.views) view.render();
    this.tip.hide();
    this.slider.value = this.position;
    this.slider.setAttribute("aria-valuetext", `event ${number(this.position)} of ${number(this.last)}`);
    this.link.replaceChildren("event ", element("b", "", null, number(this.position)), ` of ${number(this.last)}`);
    this.link.href = `#event=${this.position}`;
    this.showButtons();
  }

  showButtons() {
    const byId = (id) => document.getElementById(id);
    const { isRunning } = this.clock;
    byId("play").classList.toggle("playing", isRunning);
    byId("play").lastElementChild.textContent = isRunning ? "Pause" : "Play";
    for (const view of this.views) view.sentence.setAttribute("aria-live", isRunning ? "off" : "polite");
    for (const id of ["first", "back"]) byId(id).disabled = this.position === 0;
    for (const id of ["step", "last"]) byId(id).disabled = this.position === this.last;
    for (const each of this.jumps) each.disabled = this.next(each.dataset.jump) === null;
  }
}

window.player = new Player();
