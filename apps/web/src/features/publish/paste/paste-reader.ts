import type * as ReadPasted from './read-pasted.js';

type MaybeEntered = ReadPasted.Entered | undefined;

let loaded: typeof ReadPasted | undefined;

export async function loadPasteReader(): Promise<typeof ReadPasted> {
  loaded ??= await import('./read-pasted.js');
  return loaded;
}

/** Reads a pasted text, synchronously once its code is loaded. @returns undefined for a text that stays unchanged */
export function readPasted(text: string, html: string): MaybeEntered | Promise<MaybeEntered> {
  if (text + html === '' || /^\s*</.test(text)) return undefined;
  if (loaded) return loaded.readPasted(text, { html });
  return loadPasteReader().then(
    (reader) => reader.readPasted(text, { html }),
    (error: unknown) => void console.warn('the pasted text was not read', error),
  );
}
