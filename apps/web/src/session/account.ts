import { memberOf } from '../http/call.js';

/** A pending address counts only once its owner has confirmed it. */
export type Account =
  | { kind: 'unknown' }
  | { kind: 'visitor' }
  | { kind: 'temporary'; id: string; pendingEmail?: string }
  | { kind: 'needsMfa'; id: string; email: string }
  | {
      kind: 'registered';
      id: string;
      email: string;
      pendingEmail?: string;
      mayAdminister?: boolean;
      /** A link or code from a mail was used to sign in at this time; milliseconds since 1970. */
      mailReadAt?: number;
    };

export type SignedIn = Exclude<Account, { kind: 'unknown' | 'visitor' }>;

/** Only an account that is signed in completely can own sites. */
export type Owner = Extract<Account, { kind: 'temporary' | 'registered' }>;

export const isSignedIn = (account: Account): account is SignedIn =>
  account.kind !== 'unknown' && account.kind !== 'visitor';

export const isOwner = (account: Account): account is Owner =>
  account.kind === 'temporary' || account.kind === 'registered';

export const idOf = (account: Account): string | undefined => ('id' in account ? account.id : undefined);

export const pendingEmailOf = (account: Account | null): string | undefined =>
  account && 'pendingEmail' in account ? account.pendingEmail : undefined;

interface UserLike {
  id: string;
  email?: string;
  new_email?: string;
  is_anonymous?: boolean;
  factors?: readonly { status: string }[];
}

/** Makes the account from a session; synthetic addresses of temporary accounts end in `.invalid`. */
export function accountOfSession(session: { user: UserLike; access_token: string } | null): Account {
  if (!session) return { kind: 'visitor' };
  const { user, access_token: accessToken } = session;
  const { id, email = '' } = user;
  const pending = user.new_email ? { pendingEmail: user.new_email } : {};
  const administers = hasRole(accessToken);
  // An account with a role is registered, whatever its address: the first admin of `npm start` has one that gets no mail.
  if (!administers && (user.is_anonymous === true || email === '' || email.endsWith('.invalid')))
    return { kind: 'temporary', id, ...pending };
  const mfa = user.factors?.some(({ status }) => status === 'verified') ?? false;
  if (mfa && claimOf(accessToken, 'aal') === 'aal1') return { kind: 'needsMfa', id, email };
  const mailReadAt = mailReadAtOf(accessToken);
  return {
    kind: 'registered',
    id,
    email,
    ...pending,
    ...(administers ? { mayAdminister: true } : {}),
    ...(mailReadAt === undefined ? {} : { mailReadAt }),
  };
}

/** A mail was read for these ways of signing in, by the names of the token's `amr`. */
const mailMethods: readonly unknown[] = ['otp', 'recovery', 'magiclink', 'invite', 'email/signup', 'email_change'];

function mailReadAtOf(accessToken: string): number | undefined {
  const amr = memberOf(claimsOf(accessToken), 'amr');
  if (!Array.isArray(amr)) return undefined;
  const found: unknown = amr.find((each: unknown) => mailMethods.includes(memberOf(each, 'method')));
  const timestamp = memberOf(found, 'timestamp');
  return typeof timestamp === 'number' ? timestamp * 1_000 : undefined;
}

/** Tells whether the token names a role. It only decides what to offer: the server checks each call itself. */
function hasRole(accessToken: string): boolean {
  return memberOf(memberOf(claimsOf(accessToken), 'app_metadata'), 'haru_role') !== undefined;
}

/** Reads a claim of a token that the server gave out; only the server checks its signature. */
export function claimOf(accessToken: string, name: 'aal' | 'email' | 'sub'): string | undefined {
  const value = memberOf(claimsOf(accessToken), name);
  return typeof value === 'string' ? value : undefined;
}

function claimsOf(accessToken: string): unknown {
  const payload = accessToken.split('.')[1] ?? '';
  try {
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    // It is not a JWT, so it has no claims.
    return undefined;
  }
}
