import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * Load from a process of its own: forked with its settings as JSON, it sends 'started', then its report, and ends.
 * @returns once the load has started
 */
export async function forkLoad<Report>(file: URL, settings: object): Promise<{ report: Promise<Report> }> {
  const child = fork(fileURLToPath(file), [JSON.stringify(settings)]);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${file.pathname} ended with ${code} before its report`);
  });
  const nextMessage = async (): Promise<unknown> => {
    const [message] = (await Promise.race([once(child, 'message'), ended])) as unknown[];
    return message;
  };
  await nextMessage();
  return { report: nextMessage() as Promise<Report> };
}
