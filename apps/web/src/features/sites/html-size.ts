const encoder = new TextEncoder();

/** Bytes of the text in UTF-8, which is what the limit counts. */
export function utf8Bytes(text: string): number {
  return encoder.encode(text).byteLength;
}

export function isBlank(text: string): boolean {
  return !/\S/.test(text);
}
