// How the keyboard behaves, as the solver likes it: for all puzzles of this site.

const SETTINGS = "crosswright:settings";
const settings = { skip_filled: true, next_at_end: false, arrows_turn: true, space_clears: false };

function loadSettings() {
  const kept = stored(SETTINGS) ?? {};
  Object.keys(settings).forEach((name) => {
    if (typeof kept[name] === "boolean") settings[name] = kept[name];
    const field = document.querySelector(`[data-setting=${name}]`);
    if (field.type === "checkbox") field.checked = settings[name];
    else field.value = String(settings[name]);
    field.addEventListener("change", () => {
      settings[name] = field.type === "checkbox" ? field.checked : field.value === "true";
      try {
        localStorage.setItem(SETTINGS, JSON.stringify(settings));
      } catch {
        say(text("cannot_save"));
      }
    });
  });
}
