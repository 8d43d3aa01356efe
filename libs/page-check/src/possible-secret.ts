/** Each rule for secrets needs one of these, or a run of characters as long as a key. */
const POSSIBLE = /:\/\/[^\s/]{1,200}@|-----BEGIN/;
/** It has a 1 for each character that a key may have; a pattern takes three times as long for each character. */
const KEY_CHARACTERS = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w+/=-]/.test(String.fromCharCode(code)) ? 1 : 0,
);
/** Checksums, ids and long numbers are not keys: each rule for such digits has other letters before them. */
const NOT_HEX = /[^\dA-Fa-f-]/;
const RUN = 20;

/** Whether a text may have secrets. The rules take 10 MB, and four times the time of a check of 1 KB. */
export function mayHaveSecret(text: string): boolean {
  return hasRun(text) || POSSIBLE.test(text);
}

/** Reads every twentieth character, which is enough to find a run; a pattern takes 12 ms for some texts of 64 KB. */
function hasRun(text: string): boolean {
  const isOfKey = (at: number) => KEY_CHARACTERS[text.charCodeAt(at)] === 1;
  for (let at = RUN - 1; at < text.length; at += RUN) {
    if (!isOfKey(at)) continue;
    let [from, to] = [at, at + 1];
    while (isOfKey(from - 1)) from--;
    while (isOfKey(to)) to++;
    if (to - from >= RUN && NOT_HEX.test(text.slice(from, to))) return true;
    at = to;
  }
  return false;
}
