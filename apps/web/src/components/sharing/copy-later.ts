import type * as CopyText from './copy-text.js';

let loaded: typeof CopyText | undefined;

/** Called ahead of the press: Safari allows copying only within it. */
export async function loadCopying(): Promise<typeof CopyText> {
  loaded ??= await import('./copy-text.js');
  return loaded;
}

/** This is `copyTextLater`, whose code is not part of the first view. */
export const copyLater = async (text: Promise<string>): Promise<boolean> =>
  (loaded ?? (await loadCopying())).copyTextLater(text);
