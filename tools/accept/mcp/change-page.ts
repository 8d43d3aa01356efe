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

/** Publishes and updates a page of several files without an account. */
export async function changeFiles(client: string, callTool: CallTool, check: Check): Promise<void> {
  const unique = randomUUID();
  const files = [
    { path: 'index.html', text: `<title>files</title><script src="app.js"></script>${unique}` },
    { path: 'app.js', text: '1' },
  ];
  const page = { files: [...files, { path: '.env', text: 'x' }], idempotency_key: unique };
  const first = await callTool('publish_page', page);
  const { edit_key } = first;
  check(`${client}: several files are a page`, memberOf(first['left_out'], '0') === '.env', first['site']);
  const repeated = await callTool('publish_page', page);
  check(`${client}: repeated files are published once`, pathOf(repeated) === pathOf(first), pathOf(repeated));
  const change = { edit_key, files: [...files, { path: 'b/c.css', text: 'p{}' }] };
  const updated = await callTool('update_page', { ...change, base_version: 1 });
  check(`${client}: files are updated`, memberOf(updated['site'], 'version') === 2, updated['site']);
  const again = await callTool('update_page', { ...change, base_version: 1 });
  check(`${client}: a repeated update is one version`, memberOf(again['site'], 'version') === 2, again['site']);
  const { code, base_version, current } = await callTool('update_page', { edit_key, files, base_version: 1 });
  check(
    `${client}: a conflict of files names both versions`,
    code === 'VERSION_CONFLICT' && base_version === 1,
    current,
  );
  const got = await callTool('get_page', { edit_key });
  check(
    `${client}: the address is that of the publish`,
    urlOf(got['page']) === urlOf(first['site']),
    urlOf(got['page']),
  );
  const zip = await fetch(String(got['files_zip']));
  const isListed = Array.isArray(got['files']) && got['files'].length === 3;
  check(`${client}: the files are listed and are there as a ZIP archive`, isListed && zip.ok, zip.status);
  const phishing = { path: 'login.html', text: '<title>楽天カード ログイン</title><input type="password">' };
  const refused = await callTool('publish_page', { files: [...files, phishing] });
  const isNamed = refused['code'] === 'PAGE_REFUSED' && JSON.stringify(refused).includes('login.html');
  check(`${client}: a refused file is named`, isNamed, refused['details']);
}

const urlOf = (page: unknown) => memberOf(page, 'url');
const pathOf = (answer: Record<string, unknown>) => memberOf(answer['site'], 'path');

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
