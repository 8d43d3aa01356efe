import type { Factor, Session, User, UserAttributes } from '@supabase/auth-js';
import { useMemo } from 'react';
import { callErrorWith, codeOfError } from '../http/failure.js';
import { screens } from '../paths.js';
import { idOf } from './account.js';
import { useSessionEnvironment, type SessionEnvironment } from './environment.js';
import { askForSession } from './client/detached-session.js';
import { adoptSession, offerSession } from './links/arrived-session.js';
import { createMailLinkCalls } from './links/mail-link-calls.js';
import type { SessionManager } from './session-manager.js';

/** The set-up of a second factor shows these once only. */
export interface NewFactor {
  id: string;
  /** It is a data URL. */
  qrCode: string;
  secret: string;
  /** `otpauth://…`, which opens an authenticator app on this device. */
  uri: string;
}

/** Makes every call about accounts and sessions. All reject with {@link CallError}. */
function createAuthCalls(environment: SessionEnvironment) {
  const { session } = environment;
  const mailLinks = createMailLinkCalls(environment);

  return {
    ...mailLinks,

    /** @param handsOver the pages of the temporary account here move to the account that signs in */
    signIn: (email: string, password: string, handsOver: boolean): Promise<{ session: Session }> => {
      const signIn = () => session.request((client) => client.signInWithPassword({ email, password }));
      return handsOver ? session.signInWithHandOver(email, signIn) : signIn();
    },

    /** Without a session in the answer the address waits for its confirmation. */
    signUp: async (email: string, password: string): Promise<{ session: Session | null }> => {
      const emailRedirectTo = await mailLinks.addressOf(screens.confirm.path);
      return session.request((client) => client.signUp({ email, password, options: { emailRedirectTo } }));
    },

    /** A new address counts once confirmed. A new password needs the former, or the code of {@link reauthenticate}. */
    updateUser: async (attributes: UserAttributes): Promise<{ user: User | null }> => {
      const redirect =
        attributes.email === undefined ? {} : { emailRedirectTo: await mailLinks.addressOf(screens.publish.path) };
      return session.request((client) => client.updateUser(attributes, redirect));
    },

    reauthenticate: (): Promise<object> => session.request((client) => client.reauthenticate()),

    /** An earlier unfinished set-up is removed. @param nameFor makes a name that none of these has */
    enrolFactor: async (nameFor: (taken: readonly string[]) => string): Promise<NewFactor> => {
      const known = await allFactors(session);
      for (const { id, status } of known) {
        if (status !== 'verified') await removeFactor(session, id).catch(ignoreMissingFactor);
      }
      const used = known.filter(({ status }) => status === 'verified');
      const friendlyName = nameFor(used.map(({ friendly_name: name = '' }) => name));
      const { id, totp } = await session.request((client) => client.mfa.enroll({ factorType: 'totp', friendlyName }));
      return { id, qrCode: encodedPicture(totp.qr_code), secret: totp.secret, uri: totp.uri };
    },

    /** Finishes the second step of signing in, or a factor's set-up; without `factorId` with the factor used last. */
    passMfa: async (code: string, factorId?: string): Promise<void> => {
      const id = factorId ?? lastUsedFirst(await listFactors(session))[0]?.id;
      if (id === undefined) throw callErrorWith('mfa_factor_not_found');
      await session.request((client) => client.mfa.challengeAndVerify({ factorId: id, code }));
    },

    passMfaWithRecoveryCode: async (code: string): Promise<void> => {
      const path = '/functions/v1/use-recovery-code';
      await adoptSession(environment, await askForSession(session, { path, body: { code }, auth: 'required' }));
    },

    /** A person who does not want to leave the account that is signed in makes it reject with `SESSION_KEPT`. */
    signInWithManagementLink: async (secret: string): Promise<void> => {
      const path = '/functions/v1/use-management-link';
      // A temporary account's address is made up and never shown.
      const arrived = { ...(await askForSession(session, { path, body: { secret } })), email: undefined };
      // A visitor has agreed with the press that led here.
      const isVisitor = (await session.account()).kind === 'visitor';
      await (isVisitor ? adoptSession(environment, arrived) : offerSession(environment, arrived));
    },

    /** May fail without harm: the server and the next set-up also delete unfinished factors. */
    removeUnfinishedFactor: (factorId: string): Promise<object> => removeFactor(session, factorId),

    /** Ends a session that lacks the second step, unless another tab has finished the step meanwhile. */
    cancelMfa: async (): Promise<void> => {
      if ((await session.account()).kind !== 'needsMfa') return;
      await session.signOut();
      await session.returnToTemporary();
    },

    deleteAccount: async (): Promise<void> => {
      const account = await session.account();
      await session.callServer({ path: '/functions/v1/delete-account', method: 'POST', auth: 'required' });
      await session.signOutDeleted(idOf(account) ?? '');
    },
  };
}

/** Passwords and codes go straight to the client, not through the store. */
export function useAuthCalls(): ReturnType<typeof createAuthCalls> {
  const environment = useSessionEnvironment();
  return useMemo(() => createAuthCalls(environment), [environment]);
}

const allFactors = async (session: SessionManager) => (await session.request((client) => client.mfa.listFactors())).all;

/** Lists the account's factors in use, oldest first. Rejects with {@link CallError}. */
export async function listFactors(session: SessionManager): Promise<Factor[]> {
  return (await allFactors(session)).filter(({ status }) => status === 'verified');
}

export const removeFactor = (session: SessionManager, factorId: string): Promise<object> =>
  session.request((client) => client.mfa.unenroll({ factorId }));

/** The app used last is most likely the one in use. */
export function lastUsedFirst(factors: readonly Factor[]): Factor[] {
  return factors.toSorted((a, b) => (b.last_challenged_at ?? '').localeCompare(a.last_challenged_at ?? ''));
}

/** The server deletes unfinished factors, so one may be deleted already. */
function ignoreMissingFactor(error: unknown): void {
  if (codeOfError(error) !== 'mfa_factor_not_found') throw error;
}

const PICTURE_PREFIX = /^data:image\/svg\+xml;utf-8,/;

/** The client leaves the picture's `#` as it is, which would end the address of a picture. */
function encodedPicture(qrCode: string): string {
  return `data:image/svg+xml,${encodeURIComponent(qrCode.replace(PICTURE_PREFIX, ''))}`;
}
