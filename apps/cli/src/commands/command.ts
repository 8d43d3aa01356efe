import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Api } from '../api.js';
import type { Options } from '../arguments.js';
import { CommandError, exitCodes, noSuchPage } from '../errors.js';
import { ProjectFile, type KnownPage } from '../files/project-file.js';
import type { Output } from '../output.js';

export interface CommandContext {
  api: Api;
  options: Options;
  output: Output;
}

export const DEFAULT_FILE = 'index.html';

/** Returns the page that --path names, or that of the file. @throws CommandError without one */
export async function pageOf(file: string, { api, options }: CommandContext): Promise<KnownPage> {
  const project = new ProjectFile(file, api.host);
  if (options.path === undefined) {
    const page = await project.page();
    if (page) return page;
    const message = `No page is known for ${file}.`;
    throw new CommandError(exitCodes.refused, 'PAGE_UNKNOWN', message, 'haru publish makes one; --path names another.');
  }
  const known = Object.values(await project.pages()).find(({ path }) => path === options.path);
  if (known) return known;
  const [row] = await api.sites({ path: `eq.${options.path}` });
  if (!row) return noSuchPage(`Your account has no page ${options.path}.`);
  const { id, path, version, url } = row;
  return { host: api.host, id, path, version, url };
}

/** @returns the next line of the input; an empty text if it ends without one, as with Ctrl+D */
export async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  terminal.setPrompt(question);
  terminal.prompt();
  const [answer = ''] = (await Promise.race([once(terminal, 'line'), once(terminal, 'close')])) as [string?];
  terminal.close();
  return answer.trim();
}
