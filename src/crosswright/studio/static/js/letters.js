// How text is counted and written in squares.

// The letters of a text as people count them.
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
export const lettersOf = (text) => [...graphemes.segment(text)].map((part) => part.segment);

// A letter as squares show it: a capital where that is as many letters.
export function capital(letter) {
  const plain = letter.normalize("NFC");
  const upper = plain.toUpperCase();
  return lettersOf(upper).length === lettersOf(plain).length ? upper : plain;
}
