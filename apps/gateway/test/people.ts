import { randomUUID } from 'node:crypto';
import { afterTests } from '@haru/testing';
import { expect } from '@jest/globals';
import { type AuthError, createClient, type SupabaseClient } from '@supabase/supabase-js';
import { type MailCatcher, startMailCatcher } from './mail-catcher.js';
import { type RunningSystem, startSystem, type SystemOptions } from './start-system.js';

/** The running system has a mailbox, and people use it through the unmodified public client. */
export interface People extends RunningSystem {
  mailbox: MailCatcher;
  /** Each client is separate, like a browser tab. */
  client(flowType?: 'implicit' | 'pkce'): SupabaseClient;
  /** Makes a registered, confirmed person who is signed in. */
  register(email?: string): Promise<Registered>;
}

export interface Registered {
  client: SupabaseClient;
  id: string;
  email: string;
  password: string;
  token: string;
  refreshToken: string;
}

export const password = 'correct horse 1';
export const newAddress = (): string => `${randomUUID()}@example.com`;

/** The first spec file waits for Redis and seven processes, on a machine that may be busy. */
export const START_WITHIN_MS = 180_000;

let shared: Promise<People> | undefined;

const sharedSettings = {
  // The factor that roles need has tests of its own.
  STAFF_SECOND_FACTOR: 'optional',
  SECURITY_CONTACT: 'mailto:security@example.jp',
  TRUST_PROXY: 'on',
};

/**
 * One complete system serves the spec files that need no settings of their own: each uses accounts of its own. Its
 * gateway is a process: Passport has one set of strategies in each process, so the gateway of another spec file in
 * Jest's would replace them.
 */
export function sharedSystem(): Promise<People> {
  shared ??= startPeople(sharedSettings, { withViewer: true, withFeedback: true, withGatewayProcess: true }).then(
    (people) => {
      afterTests(() => people.close());
      return people;
    },
  );
  return shared;
}

export async function startPeople(env: Record<string, string>, options: SystemOptions = {}): Promise<People> {
  const mailbox = await startMailCatcher();
  const system = await startSystem({
    ...options,
    withAuthWorker: true,
    // The limits have tests of their own.
    env: { AUTH_RATE_LIMITS: '1000', AUTH_MAIL_INTERVAL: '0', SMTP_URL: mailbox.url, ...env },
  });
  const client = (flowType: 'implicit' | 'pkce' = 'implicit') =>
    createClient(system.origin, system.anonKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false, flowType },
    });
  return {
    ...system,
    mailbox,
    client,
    async register(email = newAddress()) {
      const person = client();
      await ok(person.auth.signUp({ email, password }));
      const { token: token_hash } = await mailbox.to(email);
      const { session, user } = await ok(person.auth.verifyOtp({ type: 'signup', token_hash }));
      return {
        client: person,
        id: user?.id ?? '',
        email,
        password,
        token: session?.access_token ?? '',
        refreshToken: session?.refresh_token ?? '',
      };
    },
    async close() {
      await system.close();
      await mailbox.close();
    },
  };
}

/** Returns the data of a call that succeeded. */
export async function ok<Answer extends { data: unknown; error: AuthError | null }>(
  answer: Promise<Answer>,
): Promise<Extract<Answer, { error: null }>['data']> {
  const { data, error } = await answer;
  expect(error).toBeNull();
  return data;
}

/** The client reports the call as refused, with this status and code. @returns its text */
export async function refused(
  answer: Promise<{ error: AuthError | null }>,
  status: number,
  code: string | undefined,
): Promise<string> {
  const { error } = await answer;
  expect({ status: error?.status, code: error?.code }).toEqual({ status, code });
  expect(error?.message).toEqual(expect.any(String));
  return error?.message ?? '';
}
