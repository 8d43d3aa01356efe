import { randomKey } from './random-key.js';

const STORAGE_KEY = 'haru-device';

/**
 * A random id of this browser, by which one like a day is counted; it identifies no person. Undefined where the
 * browser keeps nothing: then the server goes by the address.
 */
export function deviceId(): string | undefined {
  try {
    const kept = window.localStorage.getItem(STORAGE_KEY);
    if (kept !== null) return kept;
    const made = randomKey();
    window.localStorage.setItem(STORAGE_KEY, made);
    return made;
  } catch {
    return undefined;
  }
}
