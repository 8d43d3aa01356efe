import { randomUUID } from 'node:crypto';
import type { Check } from '../check.js';
import type { CallTool } from './clients.js';

/** Publishes a page without an account, meets a conflict, resolves it and restores. Each call is followed by `kill`. */
export async function changePage(
  client: string,
  callTool: CallTool,
  kill: () => Promise<void>,
  check: Check,
): Promise<void> {
  const call: CallTool = async (name, args) => {
    const answer = await callTool(name, args);
    await kill();
    return answer;
  };
  const content = `<title>one</title><p>${randomUUID()}`;
  const page = { content, idempotency_key: randomUUID() };
  const first = await call('publish_page', page);
  const repeated = await call('publish_page', page);
  check(`${client}: a repeated call publishes once`, pathOf(first) === pathOf(repeated), pathOf(first));
  const { edit_key } = first;
  await call('update_page', { edit_key, base_version: 1, content: '<title>two</title>' });
  const change = { edit_key, content: '<title>three</title>' };
  const { code, base_version, current } = await call('update_page', { ...change, base_version: 1 });
  check(`${client}: a conflict names both versions`, code === 'VERSION_CONFLICT' && base_version === 1, current);
  const { version } = await call('get_page', { edit_key });
  const resolved = await call('update_page', { ...change, base_version: version });
  check(`${client}: the conflict is resolved`, memberOf(resolved['site'], 'version') === 3, resolved['site']);
  await call('restore_version', { edit_key, version: 1 });
  const restored = await call('get_page', { edit_key });
  const holds = restored['version'] === 4 && restored['content'] === content;
  check(`${client}: old content is restored`, holds, restored['page']);
}

const pathOf = (answer: Record<string, unknown>) => memberOf(answer['site'], 'path');

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
