import { spawn } from 'node:child_process';
import { usageError } from '../errors.js';
import { ProjectFile } from '../files/project-file.js';
import { ask, DEFAULT_FILE, pageOf, type CommandContext } from './command.js';

const browsers: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Prints the address and opens it in the browser, if there is one. */
export async function open([file = DEFAULT_FILE]: string[], context: CommandContext): Promise<void> {
  const { url } = await pageOf(file, context);
  context.output.result({ url }, url);
  // The address comes from a file or an answer, and other schemes may start programs.
  if (!/^https?:\/\//i.test(url)) return;
  const [program = '', ...options] = browsers[process.platform] ?? ['xdg-open'];
  const browser = spawn(program, [...options, url], { stdio: 'ignore', detached: true });
  browser.on('error', () => undefined);
  browser.unref();
}

/** Lists the pages of the account, or without a key those that the folder knows. */
export async function list([file = DEFAULT_FILE]: string[], { api, output }: CommandContext): Promise<void> {
  if (api.hasKey) {
    const rows = await api.sites();
    const lines = rows.map(({ url, title, expires_at: end }) => `${url}\t${end.slice(0, 10)}\t${title}`);
    output.result(rows, lines.join('\n'));
    return;
  }
  const pages = Object.entries(await new ProjectFile(file, api.host).pages()).map(([name, { url }]) => ({
    file: name,
    url,
  }));
  output.result(pages, pages.map(({ file: name, url }) => `${url}\t${name}`).join('\n'));
}

export async function versions([file = DEFAULT_FILE]: string[], context: CommandContext): Promise<void> {
  const all = await context.api.versions(await pageOf(file, context));
  const lines = all.map(({ version, created_at: at, bytes, source, is_current: isCurrent, label }) =>
    [isCurrent ? `${version}*` : version, at, `${bytes} bytes`, source, label ?? ''].join('\t').trimEnd(),
  );
  context.output.result(all, lines.join('\n'));
}

export async function restore([version, file = DEFAULT_FILE]: string[], context: CommandContext): Promise<void> {
  if (!/^[1-9]\d*$/.test(version ?? '')) throw usageError('restore needs the number of a version.');
  const page = await pageOf(file, context);
  const answer = await context.api.restore(page, Number(version));
  context.output.result(answer, `${answer.site.url}\t${answer.site.version}`);
  await new ProjectFile(file, context.api.host).update({ ...page, version: answer.site.version });
}

export async function remove([file = DEFAULT_FILE]: string[], context: CommandContext): Promise<void> {
  const { api, output, options } = context;
  const { path, url } = await pageOf(file, context);
  if (!options.yes && !(await confirms(`Delete ${url}? [y/N] `))) return;
  const answer = await api.remove(path);
  output.result(answer, '');
  const { method, url: undoUrl, body } = answer.undo;
  output.note(`Deleted. Within seven days this brings it back:
curl -X ${method} -H "Authorization: Bearer $HARU_KEY" -H 'Content-Type: application/json' -d '${JSON.stringify(body)}' ${undoUrl}`);
  await new ProjectFile(file, api.host).forget(path);
}

async function confirms(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw usageError('rm asks first.', '--yes deletes without asking.');
  return /^y/i.test(await ask(question));
}
