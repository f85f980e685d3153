// What is seen and heard: letters, the current entry and its clue, messages.

function show(cell) {
  const token = letters[cell];
  const box = boxes[cell];
  const letter = box.querySelector(".letter");
  // Georgian has no capitals in print, and few fonts have them.
  letter.firstElementChild.textContent =
    token === BLACK ? "" : token.replace(/[\u1c90-\u1cbf]/g, (c) => c.toLowerCase());
  const length = Math.min(split(token).length, 6);
  letter.className = length > 1 ? `letter long${length}` : "letter";
  inputs[cell].value = token || EMPTY;
  box.classList.toggle("black", token === BLACK);
  box.classList.toggle("wrong", wrong.has(cell));
  box.classList.toggle("revealed", revealed.has(cell));
  const states = [names[cell]];
  if (token === BLACK) states.push(text("block"));
  if (revealed.has(cell)) states.push(text("revealed"));
  inputs[cell].setAttribute("aria-label", states.join(", "));
  if (wrong.has(cell)) inputs[cell].setAttribute("aria-invalid", "true");
  else inputs[cell].removeAttribute("aria-invalid");
  slotsAt[cell].forEach(showProgress);
}

function showProgress(index) {
  const item = clueItems.get(index);
  if (!item) return;
  const filled = isFull(index);
  item.classList.toggle("done", filled);
  item.querySelector(".state").textContent = filled ? `, ${text("filled_in")}` : "";
}

const currentClue = () => (slots[slot]?.line ? chosen : headOf(slot));

function showPosition() {
  const word = new Set(paths[slot]?.map(({ cell }) => cell));
  const clue = currentClue();
  const referred = new Set(slots[clue]?.references.flatMap((index) => slots[index].cells));
  boxes.forEach((box, cell) => {
    box.classList.toggle("here", cell === here);
    box.classList.toggle("word", cell !== here && word.has(cell));
    box.classList.toggle("referred", !word.has(cell) && referred.has(cell));
    inputs[cell].tabIndex = cell === here ? 0 : -1;
  });
  clueItems.forEach((item, index) => {
    const current = index === clue || Boolean(slots[clue]?.run.includes(index));
    item.classList.toggle("word", current);
    item.classList.toggle("crossing", !current && slotsAt[here].map(headOf).includes(index));
    if (index === clue) item.firstElementChild.setAttribute("aria-current", "true");
    else item.firstElementChild.removeAttribute("aria-current");
  });
  showClue(clue);
}

function showClue(index) {
  const current = slots[index];
  if (!current || $("clue").dataset.label === current.label) return;
  $("clue").dataset.label = current.label;
  const label = document.createElement("b");
  label.textContent = current.name;
  const item = clueItems.get(index);
  const content = item ? item.querySelector(".text").cloneNode(true) : document.createElement("span");
  $("clue").replaceChildren(label, content);
  setTabStop(index);
  if (item) scrollTo(item);
}

// Scroll only the list: on a phone, the grid must stay in view.
function scrollTo(item) {
  const list = item.closest(".scroll");
  if (list && list.scrollHeight > list.clientHeight) {
    const top = item.getBoundingClientRect().top - list.getBoundingClientRect().top;
    list.scrollTop += top - (list.clientHeight - item.clientHeight) / 2;
  }
}

// One clue of each list can be reached with Tab, the others from there with the arrow keys.
function setTabStop(index) {
  document.querySelectorAll(".clues ol").forEach((list) => {
    const buttons = [...list.querySelectorAll(".go")];
    const own = clueItems.get(index);
    const stop = own && list.contains(own) ? own.querySelector(".go") : null;
    const current = stop ?? buttons.find((button) => button.tabIndex === 0) ?? buttons[0];
    buttons.forEach((button) => { button.tabIndex = button === current ? 0 : -1; });
  });
}

function say(message) {
  $("status").textContent = message;
}

function showTools() {
  $("undo").disabled = solved || !done.length;
  $("redo").disabled = solved || !undone.length;
}
