import { accountOfSession, claimOf, type Account } from '../account.js';
import type { HandOver } from '../hand-over-state.js';

export const SESSION_STORAGE_KEY = 'haru-session';

/** Returns the session as the auth client stores it. A browser that forbids storage throws here and has none. */
export function storedSession(): string | null {
  try {
    return window.localStorage.getItem(SESSION_STORAGE_KEY);
  } catch {
    return null;
  }
}

/** Returns undefined for a session that cannot be read; the auth client drops it, which leaves a visitor. */
export function accountOfStored(stored: string | null): Account | undefined {
  return stored === null ? undefined : read(stored, accountOfSession);
}

export function storedToken(): string | undefined {
  return read(storedSession() ?? '', ({ access_token: token }) => (typeof token === 'string' ? token : undefined));
}

/** Tells whether `token` is still the session's. In a browser that stores nothing it always is. */
export function isCurrent(token: string | undefined): boolean {
  const stored = storedToken();
  return stored === undefined || stored === token;
}

export function storedTokenOfSameAccount(token: string): string | undefined {
  const stored = storedToken();
  return stored !== undefined && claimOf(stored, 'sub') === claimOf(token, 'sub') ? stored : undefined;
}

type Session = NonNullable<Parameters<typeof accountOfSession>[0]>;

function read<Result>(stored: string, take: (session: Session) => Result): Result | undefined {
  try {
    return take(JSON.parse(stored) as Session);
  } catch {
    return undefined;
  }
}

/** This browser keeps the session of a temporary account until its pages have moved. */
export interface StoredHandOver extends HandOver {
  accessToken: string;
  refreshToken: string;
}

const KEY = 'haru-hand-over';

let kept: StoredHandOver | undefined;

export function storedHandOver(): StoredHandOver | undefined {
  try {
    const stored = window.localStorage.getItem(KEY);
    return stored === null ? kept : (JSON.parse(stored) as StoredHandOver);
  } catch {
    return kept;
  }
}

export function storeHandOver(handOver: StoredHandOver | undefined): void {
  kept = undefined;
  try {
    if (handOver) window.localStorage.setItem(KEY, JSON.stringify(handOver));
    else window.localStorage.removeItem(KEY);
  } catch (error) {
    kept = handOver;
    console.warn('the hand-over is kept in memory only', error);
  }
}
