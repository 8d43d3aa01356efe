import type { KnownPage } from '../files/project-file.js';
import { ProjectFile } from '../files/project-file.js';
import { readPage } from '../files/read-page.js';
import { Refusal } from '../errors.js';
import { DEFAULT_FILE, pageOf, type CommandContext } from './command.js';

/** Publishes a file, or updates the page that it was published as. */
export async function publish([file = DEFAULT_FILE]: string[], context: CommandContext): Promise<void> {
  const known = file === '-' ? undefined : await new ProjectFile(file, context.api.host).page();
  const isNew = known === undefined || (context.options.path ?? known.path) !== known.path;
  const { html, steps } = await readPage(file, context.options);
  noteSteps(steps, context);
  if (isNew) await publishNew(file, html, context);
  else await change(file, known, html, context);
}

export async function update([file = DEFAULT_FILE]: string[], context: CommandContext): Promise<void> {
  const known = await pageOf(file, context);
  const { html, steps } = await readPage(file, context.options);
  noteSteps(steps, context);
  await change(file, known, html, context);
}

/** @returns what is known of the page */
export async function publishNew(file: string, html: string, context: CommandContext): Promise<KnownPage> {
  const { api, output, options } = context;
  const { path, title, noindex } = options;
  output.progress(`Publishing ${file}…`);
  const answer = await api.publish(html, { path, title, noindex: noindex ? '1' : undefined });
  const { id, path: given, url, expires_at: end } = answer.site;
  const page = { host: api.host, id, path: given, url, version: 1, editKey: answer.edit_key };
  if (file !== '-') await new ProjectFile(file, api.host).remember(page);
  output.result(answer, url);
  if (answer.edit_key !== undefined) {
    output.note(`Public until ${end.slice(0, 10)}. ${file === '-' ? '' : 'The edit key is in .haru.json.'}`.trim());
  }
  return page;
}

/** @returns what is known of the page afterwards */
export async function change(
  file: string,
  known: KnownPage,
  html: string,
  { api, output, options }: CommandContext,
): Promise<KnownPage> {
  output.progress(`Updating ${known.path}…`);
  try {
    const answer = await api.update(known, html, options.force ? undefined : known.version);
    const { url, version, is_changed: isChanged } = answer.site;
    const page = { ...known, url, version };
    const project = new ProjectFile(file, api.host);
    await project.update(page);
    if (file !== '-' && !(await project.page())) await project.remember(page);
    output.result(answer, url);
    output.progress(isChanged ? `Version ${version} is public.` : 'The page has this content already.');
    return page;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'VERSION_CONFLICT') {
      output.note('Somebody else has changed the page. haru versions lists what changed; --force replaces it.');
    }
    throw error;
  }
}

function noteSteps(steps: readonly string[], { output }: CommandContext): void {
  if (steps.length > 0) output.note(`The page was taken out of the text (${steps.join(', ')}); --raw sends all of it.`);
}
