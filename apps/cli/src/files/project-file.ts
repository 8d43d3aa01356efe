import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { usageError } from '../errors.js';

/** The project file has this about the page of a file. */
export interface KnownPage {
  /** The edit key is sent to this service alone. */
  host: string;
  id: string;
  path: string;
  url: string;
  /** The next update is based on this version. */
  version: number;
  /** It opens this page without an account. */
  editKey?: string | undefined;
}

/** A command has the file for some milliseconds. */
const LOCK_TRIES = 100;
const LOCK_PAUSE_MS = 20;

type Pages = Record<string, KnownPage>;

/** `.haru.json` beside a page remembers the address and the edit key of each file in its folder. */
export class ProjectFile {
  private readonly name: string;
  private readonly file: string;

  /** @param page the file of the page */
  constructor(
    page: string,
    private readonly host: string,
  ) {
    // The name of `.` is that of its folder.
    const path = resolve(page);
    this.name = basename(path);
    this.file = join(dirname(path), '.haru.json');
  }

  async page(): Promise<KnownPage | undefined> {
    return (await this.pages())[this.name];
  }

  /** Returns the pages at this service. */
  async pages(): Promise<Pages> {
    return Object.fromEntries(Object.entries(await this.all()).filter(([, { host }]) => host === this.host));
  }

  private async all(): Promise<Pages> {
    let text: string;
    try {
      text = await readFile(this.file, 'utf8');
    } catch {
      return {};
    }
    try {
      return (JSON.parse(text) as { pages?: Pages }).pages ?? {};
    } catch {
      throw usageError(
        `${this.file} is not JSON.`,
        'Correct it, or remove it: the pages stay, their edit keys are lost.',
      );
    }
  }

  remember(page: KnownPage): Promise<void> {
    return this.change((pages) => ({ ...pages, [this.name]: page }));
  }

  /** Updates a known page under every file name that has it. */
  update(page: KnownPage): Promise<void> {
    return this.change((pages) =>
      Object.fromEntries(Object.entries(pages).map(([name, known]) => [name, known.id === page.id ? page : known])),
    );
  }

  forget(path: string): Promise<void> {
    return this.change((pages) =>
      Object.fromEntries(Object.entries(pages).filter(([, page]) => page.path !== path || page.host !== this.host)),
    );
  }

  /** An interrupted write would lose the edit keys, so a complete new file replaces the old one. */
  private async change(next: (pages: Pages) => Pages): Promise<void> {
    const known = await this.all();
    if (isDeepStrictEqual(next(known), known)) return;
    const draft = `${this.file}.new`;
    await lock(draft);
    const pages = next(await this.all());
    await writeFile(draft, `${JSON.stringify({ pages }, null, 2)}\n`, { mode: 0o600 });
    await rename(draft, this.file);
  }
}

/** Makes the file, once no concurrent command has it. One that a killed command has left is taken over. */
async function lock(file: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await writeFile(file, '', { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      if (tries % LOCK_TRIES === 0) await rm(file, { force: true });
      else await pause(LOCK_PAUSE_MS);
    }
  }
}
