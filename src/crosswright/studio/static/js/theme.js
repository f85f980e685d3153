// Light or dark: as the system has it, until the user says otherwise.

const KEY = "crosswright.theme";
const dark = window.matchMedia("(prefers-color-scheme: dark)");

const current = () => document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light");

export function applyTheme() {
  const stored = localStorage.getItem(KEY);
  if (stored === "light" || stored === "dark") document.documentElement.dataset.theme = stored;
}

export function toggleTheme() {
  const next = current() === "dark" ? "light" : "dark";
  const isSystems = next === (dark.matches ? "dark" : "light");
  if (isSystems) {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem(KEY);
  } else {
    document.documentElement.dataset.theme = next;
    localStorage.setItem(KEY, next);
  }
  return next;
}
