import { expect } from '@jest/globals';
import type { SystemUnderTest } from './browser.js';

/**
 * Calls with the service key.
 * @returns the answer
 */
export async function asService(
  { url, serviceRoleKey }: SystemUnderTest,
  method: string,
  path: string,
  body: object,
): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      apikey: serviceRoleKey,
      authorization: `Bearer ${serviceRoleKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return response.json();
}

/**
 * Makes a registered account.
 * @returns its id
 */
export async function makeAccount(system: SystemUnderTest, email: string, password: string): Promise<string> {
  const account = { email, password, email_confirm: true };
  const { id } = (await asService(system, 'POST', '/auth/v1/admin/users', account)) as { id: string };
  return id;
}
