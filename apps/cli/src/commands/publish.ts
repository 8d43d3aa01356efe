import type { Settings } from '../api.js';
import type { Options } from '../arguments.js';
import type { KnownPage } from '../files/project-file.js';
import { ProjectFile } from '../files/project-file.js';
import { readFiles, type PageFiles } from '../files/read-files.js';
import { type PageText, readPage } from '../files/read-page.js';
import { CommandError, exitCodes, Refusal } from '../errors.js';
import { DEFAULT_FILE, pageOf, type CommandContext } from './command.js';

/** A page is one text, or several files. */
export type Content = PageText | PageFiles;

/** Publishes a file or folder, or updates the page that it was published as. */
export async function publish([file = DEFAULT_FILE]: string[], context: CommandContext): Promise<void> {
  const known = file === '-' ? undefined : await new ProjectFile(file, context.api.host).page();
  const isNew = known === undefined || (context.options.path ?? known.path) !== known.path;
  const content = await readContent(file, context);
  if (isNew) await publishNew(file, content, context);
  else await change(file, known, content, context);
}

export async function update([file = DEFAULT_FILE]: string[], context: CommandContext): Promise<void> {
  const known = await pageOf(file, context);
  await change(file, known, await readContent(file, context), context);
}

export async function readContent(file: string, context: CommandContext): Promise<Content> {
  const files = await readFiles(file);
  if (files) return files;
  const page = await readPage(file, context.options);
  const { steps } = page;
  if (steps.length > 0) {
    context.output.note(`The page was taken out of the text (${steps.join(', ')}); --raw sends all of it.`);
  }
  return page;
}

async function upload(files: PageFiles, { api, output }: CommandContext): Promise<string> {
  if (!api.hasKey) {
    const message = 'Publishing several files needs an API key.';
    throw new CommandError(exitCodes.credential, 'KEY_MISSING', message, 'haru login stores one.');
  }
  return api.upload(files, (left) => output.progress(`Sending ${left} file(s)…`));
}

function settingsOf({ noindex, password, title, visibility }: Options): Settings {
  return { noindex, password, title, visibility: visibility ?? (password === undefined ? undefined : 'password') };
}

/** @returns what is known of the page */
export async function publishNew(file: string, content: Content, context: CommandContext): Promise<KnownPage> {
  const { api, output, options } = context;
  const { path } = options;
  const settings = settingsOf(options);
  output.progress(`Publishing ${file}…`);
  const answer =
    'html' in content
      ? await api.publish(content, path, settings)
      : await api.publishFiles(await upload(content, context), path, settings);
  const { id, path: given, url, expires_at: end } = answer.site;
  const page = { host: api.host, id, path: given, url, version: 1, editKey: answer.edit_key };
  output.result(answer, url);
  if (file !== '-') await new ProjectFile(file, api.host).remember(page);
  if (answer.edit_key !== undefined) {
    output.note(`The page ends on ${end.slice(0, 10)}. ${file === '-' ? '' : 'The edit key is in .haru.json.'}`.trim());
  }
  return page;
}

/** @returns what is known of the page afterwards */
export async function change(
  file: string,
  known: KnownPage,
  content: Content,
  context: CommandContext,
): Promise<KnownPage> {
  const { api, output, options } = context;
  output.progress(`Updating ${known.path}…`);
  try {
    const base = options.force ? undefined : known.version;
    const settings = settingsOf(options);
    const answer =
      'html' in content
        ? await api.update(known, content, settings, base)
        : await api.updateFiles(known, await upload(content, context), settings, base);
    const project = new ProjectFile(file, api.host);
    const { url, version, title, is_changed: isChanged } = answer.site;
    const page = { ...known, url, version };
    output.result(answer, url);
    await project.update(page);
    if (file !== '-' && !(await project.page())) await project.remember(page);
    if (title !== (options.title?.trim() ?? title)) {
      const message = 'The title changes only together with the content.';
      throw new CommandError(exitCodes.refused, 'TITLE_UNCHANGED', message);
    }
    output.progress(isChanged ? `Version ${version} is published.` : 'The page has this content already.');
    return page;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'VERSION_CONFLICT') {
      output.note('Somebody else has changed the page. haru versions lists what changed; --force replaces it.');
    }
    // The key of a page without an account ends with the account, some time after the page.
    const hasEnded = ['SITE_NOT_FOUND', ...(known.editKey === undefined ? [] : ['CREDENTIAL_INVALID'])];
    if (error instanceof Refusal && hasEnded.includes(error.code)) {
      output.note(
        'The page has ended or was deleted, or its key was replaced. Without its entry in .haru.json, haru publish makes a new page.',
      );
    }
    throw error;
  }
}
