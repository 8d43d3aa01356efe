import { setTimeout as delay } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;

/** Returns the code `steps` of 30 seconds from now. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS });
}

/** Returns the previous step's code, which leaves the present one unused. Shortly before that expires it waits. */
export async function previousCodeOf(secret: string): Promise<string> {
  let leftMs: number;
  // A timer may end a moment before its time.
  while ((leftMs = STEP_MS - (Date.now() % STEP_MS)) < 5_000) await delay(leftMs);
  return codeOf(secret, -1);
}
