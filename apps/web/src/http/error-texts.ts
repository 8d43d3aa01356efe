import { firstErrors } from '../texts/errors/first-errors.js';

let known: Readonly<Record<string, string>> = firstErrors;

export function textOfCode(code: string): string | undefined {
  return Object.hasOwn(known, code) ? known[code] : undefined;
}

/** Loads the texts of all codes. Without them a failure has the general text. */
export async function loadErrorTexts(): Promise<void> {
  try {
    known = (await import('../texts/errors/errors.js')).errors;
  } catch (error) {
    console.warn('the texts of errors could not be loaded', error);
  }
}
