// Check, reveal, clear; the clock.

const everywhere = () => [...inputs.keys()];

const scopes = {
  letter: () => [here],
  word: () => paths[slot]?.map(({ cell }) => cell) ?? [here],
  grid: everywhere,
};

function check(scope) {
  used.checks += 1;
  if (tellsWords) checkWords(scope === "grid" ? [...slots.keys()] : slots[slot]?.run ?? []);
  else checkLetters(scopes[scope]());
  tell("check");
  save();
}

function checkLetters(cells) {
  const bad = cells.filter((cell) => letters[cell] && isKnown(cell) && !isRight(cell));
  bad.forEach((cell) => wrong.add(cell));
  cells.forEach(show);
  const empty = cells.some((cell) => !letters[cell]);
  if (bad.length) say(text("mistakes", { count: bad.length }));
  else say(text(empty ? "no_mistakes" : "all_correct"));
}

// A page that knows whole words by their hashes cannot tell which letter of one is wrong, only that
// those are not which are part of a right word.
function checkWords(indices) {
  const full = indices.filter((index) => isFull(index) && puzzle.hashes.words[index].length);
  if (!full.length) return say(text("nothing_to_check"));
  const bad = full.filter((index) => !isRightWord(index));
  const right = new Set(
    full.filter((index) => !bad.includes(index)).flatMap((index) => slots[index].cells),
  );
  const doubtful = bad.flatMap((index) => slots[index].cells).filter((cell) => !right.has(cell));
  doubtful.filter((cell) => !isLocked(cell)).forEach((cell) => wrong.add(cell));
  everywhere().forEach(show);
  if (bad.length) return say(text("wrong_words", { count: bad.length }));
  return say(text(full.length < indices.length ? "no_mistakes" : "all_correct"));
}

function reveal(scope) {
  if (scope === "grid" && !window.confirm(text("confirm_reveal"))) return;
  const cells = scopes[scope]();
  used.reveals += 1;
  cells
    .filter((cell) => isKnown(cell) && letters[cell] !== solution[cell])
    .forEach((cell) => {
      letters[cell] = solution[cell];
      wrong.delete(cell);
      revealed.add(cell);
    });
  cells.forEach(show);
  begin();
  tell("reveal");
  if (isSolved()) {
    solved = true;
    say(text("complete"));
    showTools();
  }
  save();
}

function clear() {
  if (!window.confirm(text("confirm_clear"))) return;
  everywhere().forEach((cell) => { letters[cell] = given[cell] ?? ""; });
  [wrong, revealed].forEach((cells) => cells.clear());
  done.length = undone.length = 0;
  used.checks = used.reveals = seconds = 0;
  solved = started = false;
  everywhere().forEach(show);
  showTime();
  showTools();
  say("");
  tell("clear");
  save();
  go(here);
}

// -- clock --

let paused = false;
let started = false;

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
  if (!started) {
    started = true;
    tell("start");
  }
  if (paused) pause(false);
}

function pause(on) {
  paused = on;
  document.body.classList.toggle("paused", on);
  $("pause").setAttribute("aria-pressed", String(on));
  $("pause").textContent = text(on ? "resume" : "pause");
  tell(on ? "pause" : "resume");
}

function tick() {
  if (!started || solved || paused || document.hidden) return;
  seconds += 1;
  showTime();
  if (seconds % 5 === 0) save();
}
