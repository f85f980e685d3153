// SHA-256 as in FIPS 180-4. The browser's own is missing on pages without https, and answers late.

const sha256 = (() => {
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) {
    if (primes.every((prime) => n % prime)) primes.push(n);
  }
  const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
  const constants = primes.map((prime) => fraction(Math.cbrt(prime)));
  const start = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  const turn = (word, by) => (word >>> by) | (word << (32 - by));

  function padded(bytes) {
    const blocks = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64));
    bytes.forEach((byte, at) => blocks.setUint8(at, byte));
    blocks.setUint8(bytes.length, 0x80);
    blocks.setUint32(blocks.byteLength - 4, bytes.length * 8);
    return blocks;
  }

  function schedule(blocks, offset) {
    const words = new Int32Array(64);
    for (let i = 0; i < 16; i += 1) words[i] = blocks.getInt32(offset + 4 * i);
    for (let i = 16; i < 64; i += 1) {
      const [early, late] = [words[i - 15], words[i - 2]];
      const first = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
      const second = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
      words[i] = words[i - 16] + first + words[i - 7] + second;
    }
    return words;
  }

  function compress(state, words) {
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const choice = (e & f) ^ (~e & g);
      const first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + constants[i] + words[i];
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    return [a, b, c, d, e, f, g, h].map((word, i) => (word + state[i]) | 0);
  }

  return (message) => {
    const blocks = padded(new TextEncoder().encode(message));
    let state = start;
    for (let offset = 0; offset < blocks.byteLength; offset += 64) {
      state = compress(state, schedule(blocks, offset));
    }
    return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  };
})();
