/** Each rule for secrets needs one of these, or a run of characters as long as a key. */
const POSSIBLE = /:\/\/[^\s/]{1,200}@|-----BEGIN/;
/**
 * It has a 1 for each character of a key, or a 2 if a checksum, an id or a long number cannot have it: each rule for such
 * digits has other letters before them. A pattern takes three times as long for each character.
 */
const KEY_CHARACTERS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (!/[\w+/=-]/.test(character)) return 0;
  return /[\dA-Fa-f-]/.test(character) ? 1 : 2;
});
const RUN = 20;

/** Whether a text may have secrets. The rules take 10 MB, and four times the time of a check of 1 KB. */
export function mayHaveSecret(text: string): boolean {
  return hasRun(text) || POSSIBLE.test(text);
}

/** Reads every twentieth character, which is enough to find a run; a pattern takes 12 ms for some texts of 64 KB. */
function hasRun(text: string): boolean {
  const kindOf = (at: number) => KEY_CHARACTERS[text.charCodeAt(at)] ?? 0;
  for (let at = RUN - 1; at < text.length; at += RUN) {
    if (kindOf(at) === 0) continue;
    let from = at;
    while (kindOf(from - 1) !== 0) from--;
    let isKey = false;
    for (at = from; kindOf(at) !== 0; at++) {
      isKey ||= kindOf(at) === 2;
      if (isKey && at - from + 1 >= RUN) return true;
    }
  }
  return false;
}
