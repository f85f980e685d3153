// The page is made once; which puzzle is today's is up to the reader's own calendar.
const { puzzles } = JSON.parse(document.getElementById("data").textContent);
const now = new Date();
const two = (number) => String(number).padStart(2, "0");
const today = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
const latest = puzzles.filter((puzzle) => puzzle.date <= today).at(-1);
const shown = latest ?? puzzles[0];

const put = (id, text) => { document.getElementById(id).textContent = text; };
if (!latest) put("heading", "The first puzzle");
else put("heading", latest.date === today ? "Today’s puzzle" : "The latest puzzle");
put("title", shown.title);
put("date", shown.day);
document.getElementById("play").href = shown.page;
