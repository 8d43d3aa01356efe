/**
 * Returns the line end that the editor splits at. A page that has only `\r
 * ` keeps it. In any other page the editor splits at `
 * `, and a lone `\r` stays a character of its line: text that is not edited stays the same, byte for byte.
 */
export function lineEndOf(text: string): '\n' | '\r\n' {
  return text.includes('\r\n') && !/\r(?!\n)|(?<!\r)\n/.test(text) ? '\r\n' : '\n';
}
