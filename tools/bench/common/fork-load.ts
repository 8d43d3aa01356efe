import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * Load from a process of its own: it calls `settingsFromParent`, then sends its report and ends. The settings are a
 * message and not an argument, which may not be longer than 128 KiB.
 * @returns once the load has started
 */
export async function forkLoad<Report>(file: URL, settings: object): Promise<{ report: Promise<Report> }> {
  const child = fork(fileURLToPath(file), [], { serialization: 'advanced' });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${file.pathname} ended with ${code} before its report`);
  });
  const nextMessage = async (): Promise<unknown> => {
    const [message] = (await Promise.race([once(child, 'message'), ended])) as unknown[];
    return message;
  };
  child.send(settings);
  await nextMessage();
  return { report: nextMessage() as Promise<Report> };
}

/** In the process that sends the load: waits for its settings, and says that it starts. */
export async function settingsFromParent<Settings>(): Promise<Settings> {
  process.on('disconnect', () => process.exit(1));
  const [settings] = (await once(process, 'message')) as [Settings];
  process.send?.('started');
  return settings;
}
