import type { System } from '../../start/system.js';
import { postJson } from './post-json.js';

export interface BenchAccount {
  email: string;
  password: string;
}

/** Makes accounts that can sign in. @throws Error unless all were made */
export async function makeAccounts(
  { url, serviceRoleKey }: System['description'],
  count: number,
): Promise<BenchAccount[]> {
  const asService = { authorization: `Bearer ${serviceRoleKey}`, apikey: serviceRoleKey };
  const accounts = Array.from({ length: count }, (_, index) => ({
    email: `bench-${index}@example.com`,
    password: 'a password of the benchmark',
  }));
  for (const account of accounts) {
    await postJson(`${url}/auth/v1/admin/users`, { ...account, email_confirm: true }, asService);
  }
  return accounts;
}
