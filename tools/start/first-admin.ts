import { AdminApi } from '../admin/admin-api.js';
import { StartError } from './environment/settings.js';

interface FirstAdmin {
  url: string;
  serviceRoleKey: string;
  adminEmail: string;
  adminPassword: string;
}

/** Makes the account that dev.json names once, confirmed and as an admin. Later changes of the account stay. */
export async function makeFirstAdmin({ url, serviceRoleKey, adminEmail, adminPassword }: FirstAdmin): Promise<void> {
  const response = await fetch(`${url}/auth/v1/admin/users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${serviceRoleKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: adminEmail, password: adminPassword, email_confirm: true }),
  });
  const answer = (await response.json()) as { id?: string; error_code?: string; msg?: string };
  if (answer.error_code === 'email_exists') return;
  if (!response.ok || answer.id === undefined) {
    throw new StartError(`The first admin could not be made: ${answer.msg ?? response.status}`);
  }
  await new AdminApi(url, serviceRoleKey).setRole(answer.id, 'admin', '最初の管理者');
}
