import { randomUUID } from 'node:crypto';
import { waitFor } from '@haru/local-servers';
import { StartError } from './environment/settings.js';
import { send } from './send.js';

interface FirstAdmin {
  url: string;
  serviceRoleKey: string;
  adminEmail: string;
  adminPassword: string;
}

/** On a busy machine the first calls time out. */
const TRY_FOR = { timeoutMs: 60_000, what: 'the first admin', everyMs: 500 };

/**
 * Makes the account that dev.json names once, confirmed and as an admin. Later changes of the account stay. It does not
 * use `AdminApi`, because the schemas of the contracts would take memory as long as the system runs.
 */
export async function makeFirstAdmin({ url, serviceRoleKey, adminEmail, adminPassword }: FirstAdmin): Promise<void> {
  const headers = { authorization: `Bearer ${serviceRoleKey}`, 'content-type': 'application/json' };
  const call = (method: string, path: string, body: object) =>
    waitFor(async () => {
      const { status, text } = await send(url + path, { method, headers }, body);
      if (status >= 500) throw new StartError(text);
      return { status, text };
    }, TRY_FOR);
  const id = randomUUID();
  const account = { id, email: adminEmail, password: adminPassword, email_confirm: true };
  const made = await call('POST', '/auth/v1/admin/users', account);
  const exists = made.status >= 400 && (JSON.parse(made.text) as { error_code?: string }).error_code === 'email_exists';
  if (made.status >= 400 && !exists) throw new StartError(`The first admin could not be made: ${made.text}`);
  const granted = await call('PUT', `/admin/v1/accounts/${id}/role`, { role: 'admin', reason: '最初の管理者' });
  // An account from an earlier start has another id; one from a call that timed out has this one.
  const isEarlier = exists && granted.status === 404;
  if (granted.status >= 400 && !isEarlier)
    throw new StartError(`The first admin did not get the role: ${granted.text}`);
}
