import { randomKey } from './random-key.js';

const STORAGE_KEY = 'haru-device';

/**
 * Returns a random id of this browser, by which the server counts one like a day; it identifies no person. It is
 * undefined where the browser stores nothing: then the server uses the address.
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
