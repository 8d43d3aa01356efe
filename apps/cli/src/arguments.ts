import { parseArgs } from 'node:util';
import { usageError } from './errors.js';

export const help = `haru publishes an HTML file, or a folder or ZIP archive of files, as a web page.

Usage: haru COMMAND [options]

  publish [FILE|-]        publishes the file; from the second time on it updates the page
  update [FILE|-]         updates the page of the file, or the one that --path names
  watch FILE              publishes, and updates after each save, until Ctrl+C
  open [FILE]             opens the page in the browser
  list                    lists the pages of the account; without a key those in .haru.json
  versions [FILE]         lists the versions of the page
  restore VERSION [FILE]  makes the content of an old version the current one
  rm [FILE]               deletes the page; needs an API key
  mcp                     lets an assistant on this machine use the tools of the service (stdio)
  login                   stores an API key that you make in the browser

FILE is index.html where none is given, and - is standard input. It may be a folder or a ZIP archive: then only the
files that are new are sent, and an API key is needed. The page of a file is kept in .haru.json beside
it, with its edit key. Anyone who has the key can change the page.
An assistant's answer, JSON or escaped HTML is read as the page in it; --raw sends the text as it is. Texts are UTF-8.

Options (those of publish also change a page that update or watch sends):
  --host URL      the service; stored by login
  --path PATH     publish: the path of the new page (needs an API key); otherwise the page to act on
  --title TEXT    publish: the title of the page
  --noindex       publish: search engines do not list the page
  --visibility secret|public
                  publish: only people who have the printed address see the page, or everybody
  --password TEXT publish: only people who enter this password at the printed address see the page
  --pick N        which page is meant where the text has several
  --raw           send the text as it is
  --force         replace the page even if somebody else has changed it
  --yes           delete without asking
  --json          print the result, or the error, as one line of JSON
  --help, --version

Environment: HARU_HOST and HARU_KEY take the place of what login stored.

Exit codes: 0 done, 1 failed (network, server), 2 wrong usage, 3 refused, 4 key missing or not allowed,
5 the page was changed by somebody else, 6 too many requests
`;

const options = {
  host: { type: 'string' },
  path: { type: 'string' },
  title: { type: 'string' },
  pick: { type: 'string' },
  noindex: { type: 'boolean' },
  visibility: { type: 'string' },
  password: { type: 'string' },
  raw: { type: 'boolean' },
  force: { type: 'boolean' },
  yes: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

export type Options = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

/** @throws CommandError for an unknown option */
export function readArguments(args: string[]): { command: string; operands: string[]; options: Options } {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [command = '', ...operands] = positionals;
    return { command, operands, options: values };
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : String(error));
  }
}
