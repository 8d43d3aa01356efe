import type { AccountCaller } from '@haru/contracts';

/** A key that was withdrawn verifies nothing after this. */
const REMEMBER_MS = 60_000;
const MOST_REMEMBERED = 10_000;

/**
 * Tokens whose signature was verified a moment ago: verifying is a quarter of what a publish costs the gateway. Only
 * the signature and the claims are remembered; whether the session lives is asked for as always.
 */
export class VerifiedTokens {
  /** By `Authorization` header, oldest first. */
  private readonly known = new Map<string, { caller: AccountCaller; until: number }>();

  /** @param now milliseconds since 1970 @returns undefined for what has to be verified */
  callerOf(header: string | undefined, now = Date.now()): AccountCaller | undefined {
    if (header === undefined) return undefined;
    const known = this.known.get(header);
    if (!known) return undefined;
    if (now < known.until) return known.caller;
    this.known.delete(header);
    return undefined;
  }

  /** @param exp when the token ends, in seconds since 1970 */
  remember(header: string | undefined, caller: AccountCaller, exp: number, now = Date.now()): void {
    if (header === undefined) return;
    this.known.delete(header);
    this.known.set(header, { caller, until: Math.min(exp * 1_000, now + REMEMBER_MS) });
    const [oldest] = this.known.keys();
    if (this.known.size > MOST_REMEMBERED && oldest !== undefined) this.known.delete(oldest);
  }
}
