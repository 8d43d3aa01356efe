/** Each rule for secrets needs one of these. The rules themselves cost a page of 1 KB four times its check. */
const POSSIBLE = /[\w+/=-]{20}|:\/\/[^\s/]{1,200}@|-----BEGIN/;

/** Whether a text is worth reading for secrets. Apart from those rules, whose package takes 10 MB. */
export function mayHaveSecret(text: string): boolean {
  return POSSIBLE.test(text);
}
