// Every command by name: keys, buttons and menus run the same ones.

import { plural } from "./dom.js";

export class Commands {
  constructor(studio, router) {
    this.studio = studio;
    const at = (name) => () => studio.editing[name]();
    const move = (rows, columns) => () => studio.cursor.arrow(rows, columns);
    const extend = (rows, columns) => () => { studio.cursor.extend(rows, columns); this.sayRegion(); };
    const view = (name) => () => router.toView(name);
    this.actions = {
      left: move(0, -1), right: move(0, 1), up: move(-1, 0), down: move(1, 0),
      selectLeft: extend(0, -1), selectRight: extend(0, 1), selectUp: extend(-1, 0), selectDown: extend(1, 0),
      region: () => { studio.awaitsCorner = true; studio.say("Tap the other corner of the region."); }, // where nothing can be dragged
      selectAll: () => { studio.cursor.selectAll(); this.sayRegion(); },
      turn: () => { studio.cursor.turn(); },
      next: () => studio.cursor.next(1),
      previous: () => studio.cursor.next(-1),
      first: () => studio.cursor.toEnd(true),
      last: () => studio.cursor.toEnd(false),
      tightest: () => this.tightest(),
      back: at("back"), delete: at("delete"), rebus: at("rebus"), block: at("block"), bar: at("bar"),
      circle: at("circle"), shade: at("shade"), acceptWord: at("acceptWord"), acceptAll: at("acceptAll"),
      erase: at("erasePencil"),
      undo: () => this.step("undo"),
      redo: () => this.step("redo"),
      viewEditor: view("editor"), viewClues: view("clues"), viewWords: view("words"), viewPlay: view("play"), viewExport: view("export"),
      grid: () => studio.focusGrid(),
    };
  }

  // Parts of the page add the commands that are theirs: save, keys, note, clue, candidates, fill.
  add(actions) { Object.assign(this.actions, actions); }

  // Run a command; false means that the key should do what it does elsewhere.
  run(name) { return this.actions[name]?.(); }

  sayRegion() {
    const { selection } = this.studio.cursor;
    if (selection) this.studio.speak(`Region of ${plural(selection.size, "square")}.`);
  }

  step(name) {
    const { document } = this.studio;
    const label = name === "undo" ? document.undoLabel : document.redoLabel;
    if (!(name === "undo" ? document.canUndo : document.canRedo)) {
      this.studio.say(`Nothing to ${name}.`);
      return;
    }
    document[name]();
    this.studio.say(`${name === "undo" ? "Undone" : "Redone"}${label ? `: ${label}` : ""}.`);
  }

  // The slot with the fewest words left, of those not yet in ink.
  tightest() {
    const { preview, document, cursor } = this.studio;
    const open = cursor.order().filter((slot) => !document.puzzle.isInked(slot));
    if (!open.length) { this.studio.say("Every slot has its word."); return; }
    if (!preview) { this.studio.say("Not counted yet."); return; }
    const counted = open.map((slot) => [preview.counts[slot.label] ?? Infinity, slot]);
    const [count, slot] = counted.reduce((least, one) => (one[0] < least[0] ? one : least));
    cursor.toSlot(slot);
    if (Number.isFinite(count)) this.studio.say(`${slot.label}: ${plural(count, "word")} left, the fewest.`);
  }
}
