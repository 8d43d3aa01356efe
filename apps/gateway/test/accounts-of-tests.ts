import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { expect } from '@jest/globals';
import type { RunningSystem } from './start-system.js';

const inMemory = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } };

/** This is the unmodified public client, as a browser would use it. */
export function publicClient(system: RunningSystem) {
  return createClient(system.origin, system.anonKey, inMemory);
}

/** It has the service key, as a server of the operator would use it. */
export function serviceClient(system: RunningSystem) {
  return createClient(system.origin, system.serviceRoleKey, inMemory);
}

export type TestClient = ReturnType<typeof publicClient>;

export const password = 'a good password';

export async function makeAccount(system: RunningSystem, members: object = {}) {
  const email = `${randomUUID()}@example.com`;
  const { data, error } = await serviceClient(system).auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    ...members,
  });
  if (error) throw error;
  return data.user;
}

export async function signedIn(system: RunningSystem, email: string | undefined): Promise<TestClient> {
  const client = publicClient(system);
  const { error } = await client.auth.signInWithPassword({ email: email ?? '', password });
  if (error) throw error;
  return client;
}

interface ClientError {
  name: string;
  status?: number | undefined;
  code?: string | undefined;
  message: string;
}

/** Checks how the client reports a refusal. */
export function expectRefused(answer: { error: ClientError | null }, status: number, code: string | undefined): void {
  expect({ status: answer.error?.status, code: answer.error?.code }).toEqual({ status, code });
}
