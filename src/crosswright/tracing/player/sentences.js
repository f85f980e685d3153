// What happens at an event, in a sentence. A sentence is a list of parts: text, or a class and text.

const xName = (recording, slot) => ["x", recording.name(slot)];
const yName = (recording, slot) => ["y", recording.name(slot)];
const strong = (text) => ["strong", text];
const wordsLeftText = (left) => (left === 1 ? "1 word is left." : `${number(left)} words are left.`);

// A cause has labels of slots, which get their long names and colours.
function causeParts(recording, event) {
  const known = new Map(recording.slots.map(({ label }, slot) => [label, slot]));
  return event[DETAIL].split(/\b(\d+[AD])\b/).map((part) => {
    if (!known.has(part)) return part;
    const slot = known.get(part);
    if (slot === event[SLOT]) return xName(recording, slot);
    return slot === event[OTHER] ? yName(recording, slot) : strong(recording.name(slot));
  });
}

function removal(recording, event) {
  const { [SLOT]: slot, [OTHER]: other, [REMOVED]: removed, [LOST]: lost, [DETAIL]: words } = event;
  const rest = removed - words.length;
  const named = rest > 0 ? `${words.join(", ")} and ${number(rest)} more` : listed(words);
  const loss = [xName(recording, slot), " loses ", strong(named)];
  if (other < 0) return [...loss, ": its cells do not allow them any more. ", wordsLeftText(event[LEFT])];
  const letters = lost.flatMap(([, tokens]) => tokens.split(" "));
  const which = letters.length > 8 ? `any of ${number(letters.length)} letters` : listed(letters, "or");
  return [...loss, ": no word of ", yName(recording, other), ` has ${which} where they cross.`];
}

function selection(recording, event) {
  const { [SLOT]: slot, [DETAIL]: [open] } = event;
  const intro = ["The next slot is ", xName(recording, slot)];
  if (!open.length) return [...intro, ": a required word must go there."];
  const [, left, degree] = open.find(([candidate]) => candidate === slot);
  if (recording.algorithm !== "textbook") {
    return [...intro, `: it has the fewest words for its weight, ${plural(left, "word")} to ${number(degree)}.`];
  }
  const { variable } = recording.variant;
  if (variable === "fixed") return [...intro, ", the first open one in the grid."];
  if (variable === "degree") return [...intro, `: no open slot crosses more than ${degree} others.`];
  const equals = open.filter(([, words]) => words === left);
  const reasons = [`the fewest words left (${number(left)})`];
  if (equals.length > 1) reasons.push(`then the highest degree (${degree})`);
  if (equals.filter(([, , other]) => other === degree).length > 1) reasons.push("then the first in the grid");
  return [...intro, `: ${reasons.join(", ")}.`];
}

function assignment(recording, event) {
  const { [SLOT]: slot, [ROW]: row, [DETAIL]: [passed, ruledOut] } = event;
  const intro = [xName(recording, slot), " takes ", strong(recording.word(slot, row))];
  const skipped = passed ? `, after ${plural(passed, "word")} that ${passed === 1 ? "does" : "do"} not fit the grid or ${passed === 1 ? "is" : "are"} in it` : "";
  if (recording.algorithm !== "textbook") return [...intro, ", which leaves much to the slots it crosses."];
  const { value } = recording.variant;
  if (ruledOut >= 0) {
    const loss = ruledOut ? `it rules out ${plural(ruledOut, "word")} of the slots it crosses, the fewest of those left` : "it rules out nothing";
    return [...intro, `: ${loss}${skipped}.`];
  }
  return [...intro, value === "random" ? ", drawn at random" : ", the next in the alphabet", `${skipped}.`];
}

const SENTENCES = {
  start: () => ["Every slot may take any word of the list."],
  node: (recording, event) => [xName(recording, event[SLOT]), ` keeps the ${plural(event[LEFT], "word")} of its length`,
    event[DETAIL] ? " that agree with its given letters." : "."],
  ac3: (recording, event) => [`AC-3 begins with all ${plural(event[ITEMS].length, "arc")} in the queue.`],
  inference: (recording, event) => (event[SLOT] >= 0
    ? ["What follows? ", plural(event[ITEMS].length, "arc"), " into ", xName(recording, event[SLOT]), event[ITEMS].length === 1 ? " is queued." : " are queued."]
    : [`${plural(event[ITEMS].length, "slot")} in the queue: the one with the fewest words goes first.`]),
  revise: (recording, event) => {
    if (event[REMOVED]) return removal(recording, event);
    const partner = event[OTHER] >= 0 ? [" with ", yName(recording, event[OTHER])] : [" with its cells"];
    return [xName(recording, event[SLOT]), " agrees", ...partner, ": nothing to remove. ", wordsLeftText(event[LEFT])];
  },
  exclude: (recording, event) => {
    const intro = [strong(recording.word(event[SLOT], event[ROW])), " is ruled out at ", xName(recording, event[SLOT])];
    return event[OTHER] >= 0 ? [...intro, " because of the word at ", yName(recording, event[OTHER]), "."] : [...intro, ": it has just failed."];
  },
  place: (recording, event) => ["Only ", xName(recording, event[SLOT]), " can take the required word ", strong(recording.word(event[SLOT], event[ROW])), "."],
  select: selection,
  assign: assignment,
  backtrack: (recording, event) => ["Back: ", strong(recording.word(event[SLOT], event[ROW])), " is taken out of ", xName(recording, event[SLOT]), ", with all that followed."],
  restart: () => ["Restart: all words are taken back; what was learnt is kept."],
  solution: () => ["Every slot has its word."],
  end: (recording) => [`The end: ${recording.status}, with ${plural(recording.counters.assignments, "assignment")} and ${plural(recording.counters.backtracks, "backtrack")}.`],
};

function sentence(recording, event) {
  if (recording.isDeadEnd(event)) return [["dead", "Dead end: "], ...causeParts(recording, event), "."];
  return SENTENCES[recording.kind(event)](recording, event);
}

const plain = (parts) => parts.map((part) => (typeof part === "string" ? part : part[1])).join("");
const nodes = (parts) => parts.map((part) => (typeof part === "string" ? part : element("b", part[0], null, part[1])));
