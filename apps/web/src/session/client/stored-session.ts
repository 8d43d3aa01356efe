import { accountOfSession, claimOf, type Account } from '../account.js';

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

/** Returns the stored token if it belongs to the account of `token`. */
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
