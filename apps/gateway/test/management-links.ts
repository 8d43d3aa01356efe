import { newManagementLinkAnswerSchema } from '@haru/contracts';
import { expect } from '@jest/globals';
import type { RunningSystem } from './start-system.js';

/** Makes or renews the management link of the token's account. @returns its secret */
export async function makeManagementLink(system: RunningSystem, token: string | undefined): Promise<string> {
  const answer = await system.call('/functions/v1/management-link', { method: 'POST', token });
  expect(answer.status).toBe(200);
  const { management_link: link } = newManagementLinkAnswerSchema.parse(await answer.json());
  const [page, secret = ''] = link.url.split('#');
  expect(page).toBe(`${system.origin}/manage`);
  return secret;
}

export function openManagementLink(system: RunningSystem, secret: string, headers: Record<string, string> = {}) {
  return system.call('/functions/v1/use-management-link', { method: 'POST', json: { secret }, headers });
}
