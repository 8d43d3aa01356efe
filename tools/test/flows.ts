import { join } from 'node:path';
import { freePort, temporaryDirectory } from '@haru/testing';
import { readSettings } from '../start/settings.js';
import { StopStack } from '../start/stop-stack.js';
import { startSystem } from '../start/system.js';
import { runJest } from './jest-project.js';
import type { Tally } from './tally.js';

/** The browser flows, against a system of their own beside whatever runs on this machine. */
export async function runFlows(tally: Tally): Promise<void> {
  const directory = await temporaryDirectory('haru-system-');
  const [app, viewer, smtp, mail] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const settings = readSettings([], 'built', {
    HARU_DATA_DIR: join(directory.path, 'data'),
    PORT: String(app),
    VIEWER_PORT: String(viewer),
    MAIL_SMTP_PORT: String(smtp),
    MAIL_WEB_PORT: String(mail),
  });
  const stops = new StopStack();
  const trouble: string[] = [];
  try {
    const say = (line: string): void => void trouble.push(line);
    const system = await startSystem(settings, { say, stops, onFailure: (error) => say(error.message) });
    await runJest('browser flows', 'apps/web/e2e', tally, { HARU_E2E_SYSTEM: system.descriptionFile });
  } catch (error) {
    tally.check(
      'browser flows',
      false,
      `${trouble.join('\n')}\n${error instanceof Error ? (error.stack ?? '') : String(error)}`,
    );
  } finally {
    const failures = await stops.run();
    if (failures.length) tally.check('stopping the system', false, failures.map((failure) => failure.stack).join('\n'));
    await directory.remove();
  }
}
