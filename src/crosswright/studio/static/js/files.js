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

export function chooseFile(suffixes) {
  return new Promise((resolve) => {
    const input = element("input", { type: "file", accept: (suffixes ?? []).join(","), hidden: true });
    input.addEventListener("change", () => { resolve(input.files[0] ?? null); input.remove(); });
    input.addEventListener("cancel", () => { resolve(null); input.remove(); });
    document.body.append(input);
    input.click();
  });
}
