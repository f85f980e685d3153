// The player: a grid, its clues, a clock. It makes no network requests, and saves the solver's
// progress in localStorage under a key derived from the content of the puzzle.
"use strict";

(() => {
  const puzzle = JSON.parse(document.getElementById("puzzle").textContent);
  const $ = (id) => document.getElementById(id);
  const text = (key, values = {}) =>
    puzzle.texts[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const EMPTY = "\u00a0"; // the value of an empty field: phones report when it is deleted

  // -- the puzzle ------------------------------------------------------------------------------

  const inputs = [...document.querySelectorAll(".grid input")];
  const boxes = inputs.map((input) => input.parentElement);
  const slots = puzzle.slots; // {label, name, direction, cells: indices into inputs}
  const solution = puzzle.solution; // one token per cell, null where it is unknown
  const given = puzzle.given;
  const slotsAt = inputs.map(() => []);
  slots.forEach((slot, index) => slot.cells.forEach((cell) => slotsAt[cell].push(index)));
  const clueItems = new Map(
    [...document.querySelectorAll(".clues li")].map((item) => [Number(item.dataset.slot), item]),
  );
  const order = [...clueItems.keys()].length === slots.length
    ? [...clueItems.keys()]
    : slots.map((_, index) => index);
  const cellAt = new Map(inputs.map((input, cell) => [`${input.dataset.row},${input.dataset.column}`, cell]));
  const hasSolution = solution.some((token) => token !== null);
  // Where an input method composes letters, wait until it is done.
  const composes = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(
    solution.join(""),
  );

  // -- state -----------------------------------------------------------------------------------

  const letters = inputs.map((_, cell) => given[cell] || "");
  const wrong = new Set();
  const revealed = new Set();
  let here = slots[0]?.cells[0] ?? 0;
  let slot = 0; // an index into slots
  let seconds = 0;
  let solved = false;
  let paused = false;
  let started = false;
  let rebus = false;
  let canSave = true;

  function save() {
    if (!canSave) return;
    const state = {
      version: 1, letters, wrong: [...wrong], revealed: [...revealed], seconds, solved, here, slot,
    };
    try {
      localStorage.setItem(puzzle.key, JSON.stringify(state));
    } catch {
      canSave = false;
      say(text("cannot_save"));
    }
  }

  function load() {
    let state = null;
    try {
      state = JSON.parse(localStorage.getItem(puzzle.key));
    } catch {
      return;
    }
    if (state?.version !== 1 || !Array.isArray(state.letters)) return;
    const isCell = (cell) => Number.isInteger(cell) && cell >= 0 && cell < inputs.length;
    state.letters.forEach((token, cell) => {
      if (isCell(cell) && !given[cell] && typeof token === "string") letters[cell] = token;
    });
    for (const [target, cells] of [[wrong, state.wrong], [revealed, state.revealed]]) {
      if (Array.isArray(cells)) cells.filter(isCell).forEach((cell) => target.add(cell));
    }
    if (Number.isFinite(state.seconds) && state.seconds >= 0) seconds = Math.floor(state.seconds);
    solved = state.solved === true;
    if (isCell(state.here)) here = state.here;
    slot = slotsAt[here].includes(state.slot) ? state.slot : slotsAt[here][0] ?? slot;
  }

  // -- letters ---------------------------------------------------------------------------------

  const normalise = (text) =>
    text.normalize("NFC").replace(/ß/g, "ẞ").toUpperCase().normalize("NFC");

  const split = (text) => text.match(/\P{M}\p{M}*/gu) ?? [];

  function isRight(cell) {
    const token = solution[cell];
    // As solvers expect, the first letter of a rebus counts as the whole.
    return letters[cell] === token || (letters[cell] !== "" && split(token)[0] === letters[cell]);
  }

  const isKnown = (cell) => solution[cell] !== null;
  const isFull = (index) => slots[index].cells.every((cell) => letters[cell]);

  function put(cell, token) {
    if (given[cell] || revealed.has(cell) || solved) return;
    letters[cell] = token;
    wrong.delete(cell);
    show(cell);
    begin();
    finish();
    save();
  }

  function finish() {
    if (solved || !hasSolution || !letters.every(Boolean)) return;
    if (inputs.every((_, cell) => !isKnown(cell) || isRight(cell))) {
      solved = true;
      say(text("solved", { time: clock(seconds) }));
      save();
    } else {
      say(text("not_right"));
    }
  }

  // -- showing ---------------------------------------------------------------------------------

  function show(cell) {
    const token = letters[cell];
    const box = boxes[cell];
    const letter = box.querySelector(".letter");
    // Georgian has no capitals in print, and few fonts have them.
    letter.firstElementChild.textContent = token.replace(/[\u1c90-\u1cbf]/g, (c) => c.toLowerCase());
    const length = Math.min(split(token).length, 6);
    letter.className = length > 1 ? `letter long${length}` : "letter";
    inputs[cell].value = token || EMPTY;
    box.classList.toggle("wrong", wrong.has(cell));
    box.classList.toggle("revealed", revealed.has(cell));
    if (wrong.has(cell)) inputs[cell].setAttribute("aria-invalid", "true");
    else inputs[cell].removeAttribute("aria-invalid");
    slotsAt[cell].forEach((index) => clueItems.get(index)?.classList.toggle("done", isFull(index)));
  }

  function showPosition() {
    const current = slots[slot];
    boxes.forEach((box, cell) => {
      box.classList.toggle("here", cell === here);
      box.classList.toggle("word", cell !== here && Boolean(current?.cells.includes(cell)));
      inputs[cell].tabIndex = cell === here ? 0 : -1;
    });
    clueItems.forEach((item, index) => {
      item.classList.toggle("word", index === slot);
      item.classList.toggle("crossing", index !== slot && slotsAt[here].includes(index));
    });
    showClue(current);
  }

  function showClue(current) {
    if (!current || $("clue").dataset.label === current.label) return;
    $("clue").dataset.label = current.label;
    const label = document.createElement("b");
    label.textContent = current.name;
    const text = document.createElement("span");
    text.textContent = current.clue;
    $("clue").replaceChildren(label, text);
    const item = clueItems.get(slot);
    const list = item?.parentElement;
    // Scroll only the list: on a phone, the grid must stay in view.
    if (list && list.scrollHeight > list.clientHeight) {
      list.scrollTop = item.offsetTop - (list.clientHeight - item.clientHeight) / 2;
    }
  }

  function say(message) {
    $("status").textContent = message;
  }

  // -- moving ----------------------------------------------------------------------------------

  function go(cell, index = slot, focus = true) {
    if (cell === undefined) return;
    if (cell !== here) endRebus();
    here = cell;
    slot = slotsAt[cell].includes(index) ? index : slotsAt[cell][0] ?? slot;
    showPosition();
    if (focus) {
      inputs[cell].focus({ preventScroll: false });
      inputs[cell].select();
    }
  }

  function changeDirection() {
    const options = slotsAt[here];
    if (options.length > 1) go(here, options[(options.indexOf(slot) + 1) % options.length]);
  }

  function step(by) {
    const cells = slots[slot]?.cells ?? [here];
    go(cells[cells.indexOf(here) + by]);
  }

  function toSlot(index, focus = true) {
    if (!slots[index]) return;
    const cells = slots[index].cells;
    go(cells.find((cell) => !letters[cell]) ?? cells[0], index, focus);
  }

  function byClue(by) {
    const at = order.indexOf(slot) + by;
    if (at < 0 || at >= order.length) return false;
    toSlot(order[at]);
    return true;
  }

  function arrow(rows, columns) {
    const direction = rows ? "down" : "across";
    const along = slotsAt[here].find((index) => slots[index].direction === direction);
    if (along !== undefined && slots[slot].direction !== direction) return go(here, along);
    let row = Number(inputs[here].dataset.row);
    let column = Number(inputs[here].dataset.column);
    for (;;) {
      row += rows;
      column += columns;
      if (row < 1 || column < 1 || row > puzzle.rows || column > puzzle.columns) return undefined;
      const cell = cellAt.get(`${row},${column}`);
      if (cell === undefined) continue;
      const next = slotsAt[cell].find((index) => slots[index].direction === direction);
      return go(cell, next ?? slot);
    }
  }

  function erase() {
    if (!letters[here] || given[here] || revealed.has(here)) step(-1);
    if (rebus) put(here, split(letters[here]).slice(0, -1).join(""));
    else put(here, "");
    inputs[here].select();
  }

  // -- keyboard --------------------------------------------------------------------------------

  const ahead = puzzle.rtl ? -1 : 1;
  const keys = {
    ArrowRight: () => arrow(0, ahead),
    ArrowLeft: () => arrow(0, -ahead),
    ArrowDown: () => arrow(1, 0),
    ArrowUp: () => arrow(-1, 0),
    Home: () => go(slots[slot]?.cells[0]),
    End: () => go(slots[slot]?.cells.at(-1)),
    " ": changeDirection,
    Enter: () => (rebus ? (endRebus(), step(1)) : changeDirection()),
    Escape: endRebus,
    Insert: () => setRebus(!rebus),
    Backspace: erase,
    Delete: () => put(here, ""),
  };

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    begin();
    if (event.key === "Tab") {
      // At either end, Tab leaves the grid, so that nobody is trapped in it.
      if (byClue(event.shiftKey ? -1 : 1)) event.preventDefault();
      return;
    }
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  function onInput(event) {
    const input = event.target;
    if (event.isComposing && composes) return;
    const cell = inputs.indexOf(input);
    const before = letters[cell];
    const typed = normalise(input.value.replaceAll(EMPTY, "").replace(/\s/g, ""));
    if (typed === "") {
      input.value = before || EMPTY;
      if (event.inputType?.startsWith("delete")) erase();
      else if (event.data === " ") changeDirection();
      return;
    }
    take(cell, before, typed, event.data);
  }

  function take(cell, before, typed, data) {
    if (rebus) {
      put(cell, typed);
      show(cell);
      const end = inputs[cell].value.length;
      inputs[cell].setSelectionRange(end, end);
      return;
    }
    const fresh = split(normalise(data ?? "").trim());
    const all = split(typed);
    const token = fresh.at(-1) ?? all.find((letter) => letter !== before) ?? all.at(-1);
    put(cell, token);
    show(cell);
    step(1);
  }

  function setRebus(on) {
    rebus = on;
    $("rebus").setAttribute("aria-pressed", String(on));
    inputs[here].focus();
    if (on) say(text("type_rebus"));
    else say("");
  }

  function endRebus() {
    if (rebus) setRebus(false);
  }

  // -- check, reveal, clear --------------------------------------------------------------------

  const scopes = {
    cell: () => [here],
    word: () => slots[slot]?.cells ?? [here],
    grid: () => inputs.map((_, cell) => cell),
  };

  function check(cells) {
    const bad = cells.filter((cell) => letters[cell] && isKnown(cell) && !isRight(cell));
    bad.forEach((cell) => wrong.add(cell));
    cells.forEach(show);
    const empty = cells.some((cell) => !letters[cell]);
    if (bad.length) say(text("mistakes", { count: bad.length }));
    else say(text(empty ? "no_mistakes" : "all_correct"));
    save();
  }

  function reveal(cells) {
    cells
      .filter((cell) => isKnown(cell) && letters[cell] !== solution[cell])
      .forEach((cell) => {
        letters[cell] = solution[cell];
        wrong.delete(cell);
        revealed.add(cell);
      });
    cells.forEach(show);
    begin();
    if (letters.every(Boolean) && inputs.every((_, cell) => !isKnown(cell) || isRight(cell))) {
      solved = true;
      say(text("complete"));
    }
    save();
  }

  function clear() {
    if (!window.confirm(text("confirm_clear"))) return;
    inputs.forEach((_, cell) => { letters[cell] = given[cell] || ""; });
    wrong.clear();
    revealed.clear();
    seconds = 0;
    solved = started = false;
    inputs.forEach((_, cell) => show(cell));
    showTime();
    say("");
    save();
    go(here);
  }

  // -- clock -----------------------------------------------------------------------------------

  function clock(total) {
    const two = (value) => String(value).padStart(2, "0");
    const hours = Math.floor(total / 3600);
    const minutes = Math.floor(total / 60) % 60;
    return hours ? `${hours}:${two(minutes)}:${two(total % 60)}` : `${minutes}:${two(total % 60)}`;
  }

  function showTime() {
    $("time").textContent = clock(seconds);
  }

  // The clock starts with the first key or click, after a reload too.
  function begin() {
    started = true;
    if (paused) pause(false);
  }

  function pause(on) {
    paused = on;
    document.body.classList.toggle("paused", on);
    $("pause").setAttribute("aria-pressed", String(on));
    $("pause").textContent = text(on ? "resume" : "pause");
  }

  function tick() {
    if (!started || solved || paused || document.hidden) return;
    seconds += 1;
    showTime();
    if (seconds % 5 === 0) save();
  }

  // -- start -----------------------------------------------------------------------------------

  function listen() {
    let pressed = -1; // the cell that had the focus when the pointer went down
    const cellOf = (event) => inputs.indexOf(event.target);
    const grid = document.querySelector(".grid");
    grid.addEventListener("pointerdown", () => { pressed = inputs.indexOf(document.activeElement); });
    grid.addEventListener("click", (event) => {
      const cell = cellOf(event);
      if (cell < 0) return;
      begin();
      if (cell === pressed) changeDirection();
      else go(cell);
      pressed = -1;
    });
    grid.addEventListener("focusin", (event) => {
      const cell = cellOf(event);
      if (cell >= 0 && cell !== here) go(cell, slot, false);
    });
    grid.addEventListener("keydown", onKey);
    grid.addEventListener("input", onInput);
    grid.addEventListener("compositionend", (event) => {
      if (!composes) return;
      const cell = cellOf(event);
      const typed = normalise(event.data ?? "");
      if (typed) take(cell, letters[cell], rebus ? letters[cell] + typed : typed, typed);
    });
    clueItems.forEach((item, index) => item.addEventListener("click", () => toSlot(index)));
    $("previous").addEventListener("click", () => byClue(-1) || toSlot(order.at(-1)));
    $("next").addEventListener("click", () => byClue(1) || toSlot(order[0]));
    $("pause").addEventListener("click", () => pause(!paused));
    $("rebus").addEventListener("click", () => setRebus(!rebus));
    $("clear").addEventListener("click", clear);
    $("print").addEventListener("click", () => window.print());
    document.querySelectorAll("[data-do]").forEach((button) => {
      button.addEventListener("click", () => {
        button.closest("details").open = false;
        const cells = scopes[button.dataset.scope]();
        if (button.dataset.do === "check") check(cells);
        else if (cells.length < inputs.length || window.confirm(text("confirm_reveal"))) reveal(cells);
        inputs[here].focus();
      });
    });
    document.addEventListener("click", (event) => {
      document.querySelectorAll(".menu[open]").forEach((menu) => {
        if (!menu.contains(event.target)) menu.open = false;
      });
    });
    document.addEventListener("visibilitychange", () => document.hidden && save());
    window.addEventListener("pagehide", save);
    setInterval(tick, 1000);
  }

  if (!inputs.length) return;
  load();
  inputs.forEach((_, cell) => show(cell));
  showTime();
  showPosition();
  document.querySelectorAll(".tools, .current").forEach((part) => { part.hidden = false; });
  if (!hasSolution) $("check").hidden = $("reveal").hidden = true;
  if (solved) say(text("solved", { time: clock(seconds) }));
  listen();
  if (window.matchMedia("(pointer: fine)").matches) go(here);
})();
