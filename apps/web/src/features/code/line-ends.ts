/**
 * The line end that the editor splits at. A page that has only `\r\n` keeps it. In any other page the editor splits at
 * `\n`, and a lone `\r` stays a character of its line: what is not edited stays as it was, byte for byte.
 */
export function lineEndOf(text: string): '\n' | '\r\n' {
  return text.includes('\r\n') && !/\r(?!\n)|(?<!\r)\n/.test(text) ? '\r\n' : '\n';
}
