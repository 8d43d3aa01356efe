import { newApiKeyAnswerSchema, newEditKeyAnswerSchema, type Scope } from '@haru/contracts';
import { expect } from '@jest/globals';
import type { RunningSystem } from './start-system.js';

type Caller = Pick<RunningSystem, 'call'>;

export async function makeApiKey(
  system: Caller,
  token: string,
  scopes: readonly Scope[] = ['read', 'publish', 'edit', 'delete'],
  members: object = {},
) {
  const json = { name: 'a program', scopes, ...members };
  const answer = await system.call('/functions/v1/api-keys', { method: 'POST', json, token });
  expect(answer.status).toBe(200);
  return newApiKeyAnswerSchema.parse(await answer.json()).api_key;
}

export async function makeEditKey(system: Caller, token: string, id: string) {
  const answer = await system.call('/functions/v1/edit-keys', { method: 'POST', json: { id }, token });
  expect(answer.status).toBe(200);
  return newEditKeyAnswerSchema.parse(await answer.json());
}

export async function publishAs(system: Pick<RunningSystem, 'publish'>, token: string, html = '<h1>own</h1>') {
  const answer = await system.publish(html, token);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { site: { id: string; path: string; url: string } }).site;
}
