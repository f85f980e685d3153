// The page's copy of a document: edits show at once, and are sent in order, one request at a time.
//
// `confirmed` is what the server has said; what is shown is that with the pending operations on top.

import { get, post } from "./api.js";
import { Bus } from "./bus.js";
import { Events } from "./events.js";
import { applyChanges, applyOperation, copyOf, isSame } from "./operations.js";
import { Puzzle } from "./puzzle.js";

const MAX_OPERATIONS = 400; // in one request; the server takes 500
const RETRY = 1500; // milliseconds until a request that got no answer is sent again
const RESTARTED = "The studio was started again. Open the new link from the terminal in this browser; your edits wait here.";

const random = () => crypto.getRandomValues(new Uint32Array(3)).join("-");
const stashKey = (id) => `crosswright.pending.${id}`;

export class StudioDocument extends Bus {
  static async open(id) {
    return new StudioDocument(await get(["documents", id]));
  }

  constructor(snapshot) {
    super();
    this.id = snapshot.id;
    this.queue = []; // steps that the server has not yet answered
    this.flying = false;
    this.newest = snapshot.revision;
    this.take(snapshot);
    this.unstash();
    this.rebuild();
    this.stash = this.stash.bind(this);
    window.addEventListener("pagehide", this.stash);
  }

  listen() {
    this.events = new Events(`/api/documents/${this.id}/events`, {
      connected: (isConnected) => this.emit("connected", isConnected),
      hello: ({ revision }) => this.meet(revision),
      reset: () => this.reload(),
      rev: (event) => this.onRevision(event),
      preview: (event) => this.emitCurrent("preview", event),
      check: (event) => this.emitCurrent("check", event),
      ...Object.fromEntries(["letter", "certificate", "lifts"].map((name) => [name, (event) => this.emitCurrent("found", { name, ...event })])),
      candidate: (event) => this.emitNow("candidate", event),
      explain: (event) => this.emitNow("explain", event),
      job: (event) => this.emit("job", event),
      "fill.best": (event) => this.emit("best", event),
      "job.end": (event) => this.emit("end", event),
      saved: (event) => this.onSaved(event),
      words: (event) => this.emit("words", event),
      trouble: (event) => this.emit("problem", event),
    });
    this.flush();
  }

  // Hear no more; what is pending is still sent.
  close() {
    this.events?.close();
    this.isClosed = true;
    if (!this.isPending) window.removeEventListener("pagehide", this.stash);
  }

  // -- what is shown ---------------------------------------------------------------------------

  take(snapshot) {
    this.confirmed = snapshot.state;
    this.revision = snapshot.revision;
    this.newest = Math.max(this.newest, snapshot.revision);
    this.path = snapshot.path;
    this.name = snapshot.name;
    this.saved = snapshot.saved;
    this.savedAt = snapshot.saved_at;
    this.undoLabel = snapshot.undo;
    this.redoLabel = snapshot.redo;
  }

  rebuild() {
    const state = copyOf(this.confirmed);
    for (const { ops } of this.queue) for (const op of ops ?? []) applyOperation(state, op);
    if (this.state && isSame(state, this.state)) this.emit("confirmed");
    else this.show(state);
  }

  show(state) {
    this.state = state;
    this.puzzle = new Puzzle(state, this.puzzle);
    this.emit("change");
  }

  get isPending() { return this.queue.length > 0; }

  get canUndo() { return Boolean(this.undoLabel) || this.isPending; }

  get canRedo() {
    if (this.queue.some(({ ops }) => ops)) return false; // an edit leaves nothing to redo
    return Boolean(this.redoLabel) || this.queue.some(({ action }) => action === "undo");
  }

  get title() { return this.state.meta.title || this.name || "Untitled"; }

  // Pass on what was computed for the revision that is shown; anything else is stale.
  emitCurrent(name, event) {
    if (event.revision === this.revision && !this.isPending) this.emit(name, event);
    else if (event.revision >= this.revision) this.held = [...(this.held ?? []), [name, event]];
  }

  // The same for what is told only to those who have said which revision they look at.
  emitNow(name, event) {
    if (event.revision === this.revision && !this.isPending) this.emit(name, event);
  }

  emitHeld() {
    const held = this.held ?? [];
    this.held = [];
    for (const [name, event] of held) this.emitCurrent(name, event);
  }

  // -- edits ----------------------------------------------------------------------------------

  // Apply operations now, and send them. Those with the same gesture are undone together.
  do(ops, gesture = random()) {
    if (!ops.length) return;
    const last = this.queue.at(-1);
    const joins = last && !last.isSent && last.gesture === gesture && last.ops.length + ops.length <= MAX_OPERATIONS;
    if (joins) last.ops.push(...ops);
    else this.queue.push({ gesture, batch: random(), ops: [...ops] });
    const state = copyOf(this.state);
    for (const op of ops) applyOperation(state, op);
    this.show(state);
    this.flush();
  }

  undo() { this.request("undo"); }

  redo() { this.request("redo"); }

  restore(revision) { this.request("restore", { revision }); }

  request(action, fields = {}) {
    this.queue.push({ action, fields });
    this.emit("waiting");
    this.flush();
  }

  // Send what is pending, in order. Several may ask for it; one does it.
  async flush() {
    if (this.flying) return;
    this.flying = true;
    while (this.queue.length) {
      const step = this.queue[0];
      step.isSent = true;
      try {
        this.answer(step, await this.send(step));
      } catch (error) {
        if (!(await this.recover(step, error))) break;
      }
    }
    this.flying = false;
    if (this.queue.length) return;
    if (this.isClosed) window.removeEventListener("pagehide", this.stash);
    else this.settle();
  }

  send({ action, fields, gesture, batch, ops }) {
    if (action) return post(["documents", this.id, action], { base: this.revision, ...fields });
    return post(["documents", this.id, "ops"], { base: this.revision, gesture, batch, ops });
  }

  answer(step, { revision, changes, undo, redo }) {
    this.queue.shift();
    this.failing = false;
    if (revision > this.revision) {
      applyChanges(this.confirmed, changes);
      this.revision = revision;
    }
    this.newest = Math.max(this.newest, revision);
    this.undoLabel = undo;
    this.redoLabel = redo;
    this.rebuild();
    if (step.action) this.emit("stepped", { action: step.action, changes });
  }

  // After a refusal or silence, return whether to go on with what is pending.
  async recover(step, error) {
    if (error.code === "stale") {
      this.take(error.details.document);
      if (step.action === "undo" || step.action === "redo") step.tries = (step.tries ?? 0) + 1;
      if (step.tries > 3) this.queue.shift();
      this.rebuild();
      return true;
    }
    // A studio that was started again lets this browser in by its new link, and then gets the edits.
    const isRestarted = error.code === "no_session";
    if (error.code === "unreachable" || isRestarted) {
      if (!this.failing || (isRestarted && !this.isOut)) this.emit("problem", isRestarted ? new Error(RESTARTED) : error);
      this.isOut = isRestarted;
      this.failing = true;
      setTimeout(() => this.flush(), RETRY);
      return false;
    }
    this.queue.shift(); // the server will not have it: show what it has
    this.emit("problem", error);
    await this.reload();
    return true;
  }

  // -- news from the server ---------------------------------------------------------------------

  onRevision(event) {
    this.newest = Math.max(this.newest, event.revision);
    if (event.revision <= this.revision) return;
    if (event.base === this.revision) {
      applyChanges(this.confirmed, event.changes);
      this.revision = event.revision;
      this.undoLabel = event.undo;
      this.redoLabel = event.redo;
      this.rebuild();
      if (!this.isPending) this.settle();
    } else if (!this.flying) {
      this.reload();
    }
  }

  meet(revision) {
    this.newest = Math.max(this.newest, revision);
    if (revision !== this.revision && !this.flying) this.reload();
  }

  // Nothing is pending: catch up if the server is ahead, and let the rest of the page ask again.
  settle() {
    if (this.newest > this.revision) { this.reload(); return; }
    this.emit("settled");
    this.emitHeld();
  }

  async reload() {
    try {
      this.take(await get(["documents", this.id]));
      this.rebuild();
      if (!this.isPending) this.settle();
    } catch (error) {
      this.emit("problem", error);
    }
  }

  onSaved({ revision, path, saved_at: savedAt }) {
    this.saved = revision;
    this.path = path;
    this.savedAt = savedAt;
    this.emit("saved");
  }

  // -- over a reload ----------------------------------------------------------------------------

  // Keep what has no answer yet for the next load of this tab; the server takes each batch once.
  stash() {
    const steps = this.queue.filter(({ ops }) => ops).map(({ gesture, batch, ops }) => ({ gesture, batch, ops }));
    if (steps.length) sessionStorage.setItem(stashKey(this.id), JSON.stringify(steps));
  }

  unstash() {
    const stored = sessionStorage.getItem(stashKey(this.id));
    if (!stored) return;
    sessionStorage.removeItem(stashKey(this.id));
    this.queue.push(...JSON.parse(stored));
  }
}
