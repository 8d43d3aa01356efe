/** @returns undefined if the bytes are in another encoding */
export function tryDecode(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    // A byte order mark of UTF-8 is part of the page, which is published byte for byte.
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: encoding === 'utf-8' }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Decodes Shift_JIS or EUC-JP that is not declared. @returns undefined if the bytes are in neither */
export function decodeJapanese(bytes: Uint8Array): string | undefined {
  const [likeliest] = ['shift_jis', 'euc-jp']
    .flatMap((encoding) => tryDecode(encoding, bytes) ?? [])
    .sort((one, other) => halfWidthKatakana(one) - halfWidthKatakana(other));
  return likeliest;
}

/** Bytes of one Japanese encoding, read as the other, are mostly half-width katakana. */
const halfWidthKatakana = (text: string): number => text.match(/[\uff61-\uff9f]/g)?.length ?? 0;
