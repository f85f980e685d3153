// Files from the user's machine: choosing one, and sending it.

import { post } from "./api.js";
import { element } from "./dom.js";

function base64(buffer) {
  const bytes = new Uint8Array(buffer);
  const parts = [];
  for (let at = 0; at < bytes.length; at += 0x8000) parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(parts.join(""));
}

export async function importFile(file, maxUpload) {
  if (maxUpload && file.size > maxUpload) throw new Error(`${file.name} is larger than ${Math.round(maxUpload / 1_048_576)} MB.`);
  return post(["documents"], { kind: "import", name: file.name, data: base64(await file.arrayBuffer()) });
}

// The answers and clues of a table; null for any other file. A heading is left out.
export async function readTable(file) {
  const suffix = file.name.match(/\.(csv|tsv|tab)$/i)?.[1].toLowerCase();
  if (!suffix) return null;
  const delimiter = suffix === "csv" ? "," : "\t";
  const rows = [[""]];
  let isQuoted = false;
  for (const sign of (await file.text()).replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n").replaceAll('""', "\u0000")) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === delimiter && !isQuoted) rows.at(-1).push("");
    else if (sign === "\n" && !isQuoted) rows.push([""]);
    else rows.at(-1)[rows.at(-1).length - 1] += sign;
  }
  const clean = (text = "") => text.replaceAll("\u0000", '"').replace(/\s+/g, " ").trim();
  const pairs = rows.map(([answer, clue]) => [clean(answer), clean(clue)]).filter(([answer]) => answer);
  const isHeading = /^(answer|word|entry)s?$/i.test(pairs[0]?.[0] ?? "");
  return isHeading ? pairs.slice(1) : pairs;
}

export function chooseFile(suffixes) {
  return new Promise((resolve) => {
    const input = element("input", { type: "file", accept: (suffixes ?? []).join(","), hidden: true });
    input.addEventListener("change", () => { resolve(input.files[0] ?? null); input.remove(); });
    input.addEventListener("cancel", () => { resolve(null); input.remove(); });
    document.body.append(input);
    input.click();
  });
}
