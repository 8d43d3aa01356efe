const STORAGE_KEY = 'haru-device';

/** The server counts one like a day for this id, or for the network address if the browser stores nothing. */
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

/** Makes 128 random bits. `crypto.randomUUID` is missing on plain HTTP. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
