// How fast events follow each other. At first slowly; then ever faster, so that a run of any length
// is over in a minute and a half. Or at a speed that was chosen.

const FIRST_RATE = 1.2; // events a second
const WHOLE = 90; // seconds
const MAX_STEPS = 2000; // events at a time, so that the page stays responsive
const RATES = [0.5, 1, 2, 5, 10, 30, 100, 300, 1000, 5000];

// The growth with which n events, begun at the first rate, take the whole time.
function growth(count) {
  if (count <= FIRST_RATE * WHOLE) return 0;
  let low = 0;
  let high = 1;
  const events = (rate) => (FIRST_RATE / rate) * Math.expm1(rate * WHOLE);
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (events(middle) < count) low = middle;
    else high = middle;
  }
  return high;
}

class Clock {
  constructor(select, advance) {
    this.select = select;
    this.advance = advance;
    this.isRunning = false;
    element("option", "", select, "Slow, then faster").value = "auto";
    for (const rate of RATES) {
      element("option", "", select, rate < 1 ? "1 in 2 seconds" : `${number(rate)} per second`).value = String(rate);
    }
  }

  start(remaining) {
    this.isRunning = true;
    this.done = 0;
    this.due = 0;
    this.growth = growth(remaining);
    this.before = performance.now();
    requestAnimationFrame((now) => this.frame(now));
  }

  stop() { this.isRunning = false; }

  rate() {
    if (this.select.value !== "auto") return Number(this.select.value);
    return FIRST_RATE + this.growth * (this.done || 0);
  }

  frame(now) {
    if (!this.isRunning) return;
    this.due += (Math.min(now - this.before, 1000) / 1000) * this.rate();
    this.before = now;
    const steps = Math.min(Math.floor(this.due), MAX_STEPS);
    if (steps) {
      this.due = Math.min(this.due - steps, MAX_STEPS);
      this.done += steps;
      this.advance(steps);
    }
    if (this.isRunning) requestAnimationFrame((later) => this.frame(later));
  }
}
