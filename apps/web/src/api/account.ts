import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Who uses the app: not known yet, nobody, a temporary account, or a registered one. */
export type Account =
  { kind: 'unknown' } | { kind: 'visitor' } | { kind: 'temporary' } | { kind: 'registered'; email: string };

const initialState = { kind: 'unknown' } as Account;

export const accountSlice = createSlice({
  name: 'account',
  initialState,
  reducers: { accountChanged: (_account, action: PayloadAction<Account>): Account => action.payload },
});

export const { accountChanged } = accountSlice.actions;

export const selectAccount = (state: { account: Account }): Account => state.account;

/** Makes the account from a user of the auth API; synthetic addresses of temporary accounts end in `.invalid`. */
export function accountOfUser(user: { email?: string; is_anonymous?: boolean } | undefined): Account {
  if (!user) return { kind: 'visitor' };
  const email = user.email ?? '';
  if (user.is_anonymous === true || email === '' || email.endsWith('.invalid')) return { kind: 'temporary' };
  return { kind: 'registered', email };
}
