import {
  authErrorSchema,
  sessionAnswerSchema,
  userAnswerSchema,
  type AdminRole,
  type ErrorCode,
  type FactorAnswer,
  type SessionAnswer,
  type UserAnswer,
} from '@haru/contracts';

export const ACCOUNT_ID = '7d4f9a52-52ad-4f1c-9d3e-1f0a5a0c6f11';
const FACTOR_ID = '3c1f8f0e-6f52-4f55-8a40-5a1de28b7c33';

/** An answer is about this account's session or user. */
export interface AccountOfTest {
  /** It separates two accounts in one test. */
  id?: string;
  email: string;
  isAnonymous: boolean;
  /** The address was asked for and is not confirmed. */
  newEmail?: string;
  factors?: FactorAnswer[];
  level?: 'aal1' | 'aal2';
  /** The account signed in by a mail so many minutes ago. */
  mailReadBefore?: number;
  role?: AdminRole;
  /** The access token expires in so many seconds. */
  expiresIn?: number;
}

export const registered: AccountOfTest = { email: 'haru@example.jp', isAnonymous: false };
export const temporary: AccountOfTest = { email: '', isAnonymous: true };

export function factorOf(change: Partial<FactorAnswer> = {}): FactorAnswer {
  const createdAt = '2026-11-20T05:06:07.000Z';
  return {
    id: FACTOR_ID,
    friendly_name: '認証アプリ',
    factor_type: 'totp',
    status: 'verified',
    created_at: createdAt,
    updated_at: createdAt,
    ...change,
  };
}

export function userOf({ id = ACCOUNT_ID, email, isAnonymous, newEmail, factors }: AccountOfTest): UserAnswer {
  const now = new Date().toISOString();
  return userAnswerSchema.parse({
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    app_metadata: {},
    user_metadata: {},
    identities: [],
    is_anonymous: isAnonymous,
    created_at: now,
    updated_at: now,
    ...(newEmail === undefined ? {} : { new_email: newEmail }),
    ...(factors === undefined ? {} : { factors }),
  });
}

export function sessionOf(account: AccountOfTest): SessionAnswer {
  const { id = ACCOUNT_ID, level = 'aal1', expiresIn = 3600, mailReadBefore } = account;
  const expiresAt = Math.floor(Date.now() / 1000) + expiresIn;
  const claims = Buffer.from(
    JSON.stringify({
      sub: id,
      email: account.email,
      exp: expiresAt,
      aal: level,
      app_metadata: { haru_role: account.role },
      ...(mailReadBefore === undefined
        ? {}
        : { amr: [{ method: 'recovery', timestamp: Math.floor(Date.now() / 1000) - 60 * mailReadBefore }] }),
    }),
  ).toString('base64url');
  const header = Buffer.from(JSON.stringify({ alg: 'ES256', typ: 'JWT' })).toString('base64url');
  return sessionAnswerSchema.parse({
    access_token: `${header}.${claims}.c2lnbmF0dXJl`,
    token_type: 'bearer',
    expires_in: Math.max(expiresIn, 1),
    expires_at: expiresAt,
    refresh_token: 'refresh-token-1',
    user: userOf(account),
  });
}

/** Makes a refusal of `/auth/v1` in the contract's shape. */
export function authRefusal(
  status: number,
  code: ErrorCode,
  { message = 'refused', headers = {} }: { message?: string; headers?: Record<string, string> } = {},
): Response {
  return new Response(JSON.stringify(authErrorSchema.parse({ code, message })), {
    status,
    headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01', ...headers },
  });
}
