import { join } from 'node:path';
import { freePort, temporaryDirectory, type Say } from '@haru/local-servers';
import { readSettings } from './environment/settings.js';
import { StopStack } from './processes/stop-stack.js';
import { startSystem, type System } from './system.js';

/**
 * Starts the system with empty data on free ports, beside whatever runs on this machine, for the time of `use`.
 * SEPARATE_PROCESSES=1 gives each service a process of its own.
 * @param env what else `npm start` and its processes would read, such as numbers of replicas
 * @throws what `use` throws, and Error when the system fails meanwhile or does not stop in good order.
 */
export async function withTemporarySystem(
  say: Say,
  use: (system: System) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  const directory = await temporaryDirectory('haru-system-');
  const { SEPARATE_PROCESSES = '' } = process.env;
  const read = readSettings([], 'built', { SEPARATE_PROCESSES, ...env, ...(await ownDataAndPorts(directory.path)) });
  const settings = { ...read, env };
  const stops = new StopStack();
  let failure: Error | undefined;
  try {
    await use(await startSystem(settings, { say, stops, onFailure: (error) => (failure = error) }));
    if (failure) throw failure;
  } finally {
    const failures = await stops.run();
    await directory.remove();
    for (const fault of failures) say(fault.stack ?? fault.message);
  }
}

/** The settings with which a system runs beside others. */
export async function ownDataAndPorts(directory: string) {
  const [app, viewer, smtp, mail] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  return {
    HARU_DATA_DIR: join(directory, 'data'),
    PORT: String(app),
    VIEWER_PORT: String(viewer),
    MAIL_SMTP_PORT: String(smtp),
    MAIL_WEB_PORT: String(mail),
  };
}
