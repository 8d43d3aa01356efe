/** Each rule for secrets needs one of these, or a run of characters as long as a key. */
const POSSIBLE = /:\/\/[^\s/]{1,200}@|-----BEGIN/;
/**
 * It finds the beginning of a run of at least 20 characters that a key may have. A checksum, an id or a long number has
 * only hexadecimal digits: each rule for such digits has other letters before them. 1 MiB takes at most about 5 ms.
 */
const RUN = /(?:^|[^\w+/=-])(?=[\w+/=-]{20})[\dA-Fa-f-]*[G-Zg-z_+/=]/;

/** Whether a text may have secrets. The rules take 10 MB, and four times the time of a check of 1 KB. */
export const mayHaveSecret = (text: string): boolean => RUN.test(text) || POSSIBLE.test(text);
