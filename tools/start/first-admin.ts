import { StartError } from './environment/settings.js';
import { send } from './send.js';

interface FirstAdmin {
  url: string;
  serviceRoleKey: string;
  adminEmail: string;
  adminPassword: string;
}

/**
 * Makes the account that dev.json names once, confirmed and as an admin. Later changes of the account stay. It does not
 * use `AdminApi`, because the schemas of the contracts would take memory as long as the system runs.
 */
export async function makeFirstAdmin({ url, serviceRoleKey, adminEmail, adminPassword }: FirstAdmin): Promise<void> {
  const headers = { authorization: `Bearer ${serviceRoleKey}`, 'content-type': 'application/json' };
  const account = { email: adminEmail, password: adminPassword, email_confirm: true };
  const response = await send(`${url}/auth/v1/admin/users`, { method: 'POST', headers }, account);
  const answer = JSON.parse(response.text) as { id?: string; error_code?: string; msg?: string };
  if (answer.error_code === 'email_exists') return;
  if (answer.id === undefined) {
    throw new StartError(`The first admin could not be made: ${answer.msg ?? response.status}`);
  }
  const grant = { role: 'admin', reason: '最初の管理者' };
  const granted = await send(`${url}/admin/v1/accounts/${answer.id}/role`, { method: 'PUT', headers }, grant);
  if (granted.status >= 400) throw new StartError(`The first admin did not get the role: ${granted.text}`);
}
