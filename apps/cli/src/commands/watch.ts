import { isDeepStrictEqual } from 'node:util';
import { statSync, watch as watchFolder } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CommandError, exitCodes, Refusal, usageError } from '../errors.js';
import { ProjectFile } from '../files/project-file.js';
import type { CommandContext } from './command.js';
import { change, type Content, publishNew, readContent } from './publish.js';

/** An editor writes a file in several steps, and a build tool many files. */
const SETTLE_MS = 200;
/** A failed update is sent again after this time if the answer names none. */
const RETRY_SECONDS = 10;

const corrigible: ReadonlySet<number> = new Set([exitCodes.refused, exitCodes.limited, exitCodes.failed]);

/**
 * Publishes the file and updates its page once saving pauses: one update at a time, and the last content in the end.
 * Ctrl+C ends it once the last save is public.
 */
export async function watch([file]: string[], context: CommandContext): Promise<void> {
  if (file === undefined || file === '-') throw usageError('watch needs the name of a file or folder.');
  const saves = savesOf(file);
  process.once('SIGINT', saves.end).once('SIGTERM', saves.end);
  await sendSaves(file, saves, context).finally(saves.close);
}

async function sendSaves(file: string, saves: ReturnType<typeof savesOf>, context: CommandContext): Promise<void> {
  const project = new ProjectFile(file, context.api.host);
  let page = await project.page();
  let sent: Content | undefined;
  let current = context;
  context.output.note(`Watching ${file}. Ctrl+C ends it.`);
  do {
    await saves.settled();
    const content = await contentOf(file, context);
    if (content === undefined || isDeepStrictEqual(content, sent)) continue;
    try {
      page = page ? await change(file, page, content, current) : await publishNew(file, content, current);
      sent = content;
      // A repeat would ask visitors for the password again.
      const done = { noindex: undefined, visibility: undefined, password: undefined };
      current = { ...context, options: { ...context.options, ...done } };
    } catch (error) {
      const seconds = secondsUntilNext(error, context);
      if (seconds === undefined) continue;
      await pause(seconds * 1_000);
      saves.note();
    }
  } while (await saves.next());
}

/** Returns the page in the file, or undefined in the middle of a save: some editors empty or remove the file first. */
async function contentOf(file: string, context: CommandContext): Promise<Content | undefined> {
  try {
    const content = await readContent(file, context);
    return 'html' in content && content.html.trim() === '' ? undefined : content;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    context.output.fault(error);
    return undefined;
  }
}

/**
 * Says why an update failed.
 * @returns the seconds until it is sent again, or undefined where the next save may correct it
 * @throws Error where no save can correct it
 */
function secondsUntilNext(error: unknown, { output }: CommandContext): number | undefined {
  if (!(error instanceof CommandError) || !corrigible.has(error.exitCode)) throw error;
  output.fault(error);
  if (error.exitCode === exitCodes.refused) return undefined;
  return (error instanceof Refusal ? error.retryAfter : undefined) ?? RETRY_SECONDS;
}

/** Watches a file, or all files of a folder. `next` waits until it is saved, or was saved since the last call. */
function savesOf(file: string) {
  let isSaved = false;
  let isEnded = false;
  let wake: () => void = () => undefined;
  const note = () => {
    isSaved = true;
    wake();
  };
  const isFolder = statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
  // A save may replace the file by another one, so its folder is watched.
  const watcher = watchFolder(isFolder ? file : dirname(resolve(file)), { recursive: isFolder }, (_event, name) => {
    if (isFolder || name === basename(file)) note();
  });
  return {
    note,
    /** Otherwise the command would not end. */
    close: () => watcher.close(),
    end: () => {
      isEnded = true;
      wake();
    },
    /** Waits until nothing is saved for a moment. */
    settled: async (): Promise<void> => {
      do {
        isSaved = false;
        await pause(SETTLE_MS);
      } while (isSaved && !isEnded);
    },
    /** @returns false once the watch has ended and no save is left */
    next: async (): Promise<boolean> => {
      if (!isSaved && !isEnded) await new Promise<void>((resolveNext) => (wake = resolveNext));
      if (isSaved) {
        isSaved = false;
        return true;
      }
      return false;
    },
  };
}
