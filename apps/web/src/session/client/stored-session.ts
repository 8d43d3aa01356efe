import { browserStore } from '../../http/browser-storage.js';
import { accountOfSession, claimOf, type Account } from '../account.js';
import type { HandOver } from '../hand-over-state.js';

export const SESSION_STORAGE_KEY = 'haru-session';

/** Returns the session as the auth client stores it, '' if there is none. */
export const storedSession = (): string => browserStore.load(SESSION_STORAGE_KEY);

/** Returns undefined for a session that cannot be read; the auth client drops it, which leaves a visitor. */
export const accountOfStored = (stored: string): Account | undefined => read(stored, accountOfSession);

export function storedToken(): string | undefined {
  return read(storedSession(), ({ access_token: token }: Session) => (typeof token === 'string' ? token : undefined));
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

function read<Value, Result>(stored: string, take: (value: Value) => Result): Result | undefined {
  if (stored === '') return undefined;
  try {
    return take(JSON.parse(stored) as Value);
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

export const storedHandOver = (): StoredHandOver | undefined =>
  read(browserStore.load(KEY), (handOver: StoredHandOver) => handOver);

export const storeHandOver = (handOver: StoredHandOver | undefined): void =>
  browserStore.store(KEY, handOver ? JSON.stringify(handOver) : '');
