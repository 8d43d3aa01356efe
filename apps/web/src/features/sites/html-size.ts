const encoder = new TextEncoder();

/** Counts the bytes of the text in UTF-8, as the limit does. */
export function utf8Bytes(text: string): number {
  return encoder.encode(text).byteLength;
}

export function isBlank(text: string): boolean {
  return !/\S/.test(text);
}
