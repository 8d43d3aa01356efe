import { hash } from 'node:crypto';
import type { SessionCaller } from '@haru/contracts';
import { atMost } from '@haru/service-runtime';
import { LRUCache } from 'lru-cache';

/** After this time a withdrawn key verifies nothing. */
const REMEMBER_MS = 60_000;
/** An entry takes less than 1 KiB, however long its token is, so all of them take 10 MiB at most. */
const MAX_ENTRIES = 10_000;

/**
 * The signatures of these tokens were verified a moment ago: verifying is a quarter of what a publish costs the
 * gateway. Only the signature and the claims are cached; whether the session is live is checked as always.
 */
export class VerifiedTokens {
  /** The keys are SHA-256 hashes of tokens. */
  private readonly callers: LRUCache<string, SessionCaller>;
  /** API keys and edit keys have no signature: the auth service knew these a moment ago. */
  private readonly keys: LRUCache<string, true>;
  private sweptAt: number;

  /** @param now milliseconds since 1970 */
  constructor(private readonly now = () => Date.now()) {
    this.callers = new LRUCache({ ...atMost(MAX_ENTRIES), ttl: REMEMBER_MS, ttlResolution: 0, perf: { now } });
    this.keys = new LRUCache({ ...atMost(MAX_ENTRIES), ttl: REMEMBER_MS, ttlResolution: 0, perf: { now } });
    this.sweptAt = now();
  }

  get size(): number {
    return this.callers.size;
  }

  /** @returns undefined for a token that has to be verified */
  callerOf(token: string): SessionCaller | undefined {
    return this.callers.get(keyOf(token));
  }

  has(token: string): boolean {
    const key = keyOf(token);
    return this.callers.has(key) || this.keys.has(key);
  }

  /** @param exp the token's end, in seconds since 1970 */
  remember(token: string, caller: SessionCaller, exp: number): void {
    this.sweep();
    const ttl = Math.min(REMEMBER_MS, exp * 1_000 - this.now());
    if (ttl > 0) this.callers.set(keyOf(token), caller, { ttl });
  }

  rememberKey(key: string): void {
    this.keys.set(keyOf(key), true);
  }

  /** Without this, unused entries would stay until others need their place. */
  private sweep(): void {
    if (this.now() - this.sweptAt < REMEMBER_MS) return;
    this.sweptAt = this.now();
    this.callers.purgeStale();
  }
}

const keyOf = (token: string): string => hash('sha256', token, 'base64url');
