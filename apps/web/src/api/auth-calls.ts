import type { Session, User } from '@supabase/auth-js';
import type { ApiEnvironment } from './api.js';
import { CallError } from './app-config.js';
import { call } from './call.js';

/** What the set-up of a second factor shows once, and never again. */
export interface NewFactor {
  id: string;
  /** A data URL of the picture. */
  qrCode: string;
  secret: string;
}

export interface Factor {
  id: string;
  name: string;
  createdAt: string;
}

export type AuthCalls = ReturnType<typeof createAuthCalls>;

/** Every call of accounts and sessions. All reject with {@link CallError}. */
export function createAuthCalls({ session, loadConfig }: ApiEnvironment) {
  return {
    signIn: (email: string, password: string): Promise<{ session: Session }> =>
      session.ask((client) => client.signInWithPassword({ email, password })),

    /** Without a session in the answer the address waits for its confirmation. */
    signUp: (email: string, password: string): Promise<{ session: Session | null }> =>
      session.ask((client) => client.signUp({ email, password })),

    /** Gives the temporary account an address and a password; it keeps its id and its pages. */
    upgrade: (email: string, password: string): Promise<{ user: User | null }> =>
      session.ask((client) => client.updateUser({ email, password })),

    sendPasswordReset: (email: string): Promise<object> => session.ask((client) => client.resetPasswordForEmail(email)),

    resend: (type: 'signup' | 'email_change', email: string): Promise<object> =>
      session.ask((client) => client.resend({ type, email })),

    /** Redeems the token of a mail link; it works once. */
    redeem: (type: 'signup' | 'recovery', tokenHash: string): Promise<{ session: Session | null }> =>
      session.ask((client) => client.verifyOtp({ type, token_hash: tokenHash })),

    changeEmail: (email: string): Promise<{ user: User | null }> =>
      session.ask((client) => client.updateUser({ email })),

    /** `nonce` is the code from a mail, where the server asks for one. */
    changePassword: (password: string, nonce?: string): Promise<{ user: User | null }> =>
      session.ask((client) => client.updateUser({ password, ...(nonce ? { nonce } : {}) })),

    /** Mails the code that {@link changePassword} may need. */
    reauthenticate: (): Promise<object> => session.ask((client) => client.reauthenticate()),

    listFactors: async (): Promise<Factor[]> => {
      const { totp } = await session.ask((client) => client.mfa.listFactors());
      return totp.map((factor) => ({
        id: factor.id,
        name: factor.friendly_name ?? '',
        createdAt: factor.created_at,
      }));
    },

    enrolFactor: async (name: string): Promise<NewFactor> => {
      const { id, totp } = await session.ask((client) => client.mfa.enroll({ factorType: 'totp', friendlyName: name }));
      return { id, qrCode: encodedPicture(totp.qr_code), secret: totp.secret };
    },

    /** Finishes the second step of signing in with a code of any of the account's factors. */
    passSecondStep: async (code: string): Promise<void> => {
      const { totp } = await session.ask((client) => client.mfa.listFactors());
      for (const [index, { id: factorId }] of totp.entries()) {
        try {
          await session.ask((client) => client.mfa.challengeAndVerify({ factorId, code }));
          return;
        } catch (error) {
          const wrongCode = error instanceof CallError && error.failure.code === 'mfa_verification_failed';
          if (!wrongCode || index === totp.length - 1) throw error;
        }
      }
      throw new CallError({ success: false, error: '', code: 'mfa_factor_not_found' });
    },

    /** Proves possession of a factor, which finishes its set-up. */
    verifyFactor: (factorId: string, code: string): Promise<object> =>
      session.ask((client) => client.mfa.challengeAndVerify({ factorId, code })),

    removeFactor: (factorId: string): Promise<object> => session.ask((client) => client.mfa.unenroll({ factorId })),

    /** The session's next token says what the account is after a factor went. */
    refresh: (): Promise<object> => session.ask((client) => client.refreshSession()),

    signOut: (): Promise<void> => session.signOut(),

    deleteAccount: async (): Promise<void> => {
      const [{ anonKey }, accessToken] = await Promise.all([loadConfig(), session.token()]);
      const result = await call({ path: '/functions/v1/delete-account', method: 'POST', anonKey, accessToken });
      if (!result.success) throw new CallError(result);
      await session.signOut();
    },
  };
}

const PICTURE_PREFIX = /^data:image\/svg\+xml;utf-8,/;

/** The client leaves the picture's `#` as it is, which would end the address of a picture. */
function encodedPicture(qrCode: string): string {
  return `data:image/svg+xml,${encodeURIComponent(qrCode.replace(PICTURE_PREFIX, ''))}`;
}
