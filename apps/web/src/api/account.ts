import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/**
 * Who uses the app: not known yet, nobody, a temporary account, somebody whose second factor is still
 * missing, or a registered account. A pending address counts only once its owner has confirmed it.
 */
export type Account =
  | { kind: 'unknown' }
  | { kind: 'visitor' }
  | { kind: 'temporary'; pendingEmail?: string }
  | { kind: 'secondStep'; email: string }
  | { kind: 'registered'; email: string; pendingEmail?: string };

const initialState = { kind: 'unknown' } as Account;

export const accountSlice = createSlice({
  name: 'account',
  initialState,
  reducers: { accountChanged: (_account, action: PayloadAction<Account>): Account => action.payload },
});

export const { accountChanged } = accountSlice.actions;

export const selectAccount = (state: { account: Account }): Account => state.account;

/** The members of the auth API's user that say who somebody is. */
export interface UserLike {
  email?: string;
  new_email?: string;
  is_anonymous?: boolean;
  factors?: readonly { status: string }[];
}

/** Makes the account from a session; synthetic addresses of temporary accounts end in `.invalid`. */
export function accountOfSession(session: { user: UserLike; access_token: string } | null): Account {
  if (!session) return { kind: 'visitor' };
  const { user, access_token: accessToken } = session;
  const email = user.email ?? '';
  const pending = user.new_email ? { pendingEmail: user.new_email } : {};
  if (user.is_anonymous === true || email === '' || email.endsWith('.invalid'))
    return { kind: 'temporary', ...pending };
  const twoFactor = user.factors?.some(({ status }) => status === 'verified') ?? false;
  if (twoFactor && assuranceLevelOf(accessToken) === 'aal1') return { kind: 'secondStep', email };
  return { kind: 'registered', email, ...pending };
}

export const assuranceLevelOf = (accessToken: string): string | undefined => claimOf(accessToken, 'aal');

/** A claim of a token we were given ourselves; its signature is the server's business. */
export function claimOf(accessToken: string, name: 'aal' | 'sub'): string | undefined {
  const payload = accessToken.split('.')[1] ?? '';
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    if (typeof claims !== 'object' || claims === null) return undefined;
    const value = new Map<string, unknown>(Object.entries(claims)).get(name);
    return typeof value === 'string' ? value : undefined;
  } catch {
    // Not a JWT: it says nothing of its owner.
    return undefined;
  }
}
