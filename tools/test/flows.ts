import { withTemporarySystem } from '../start/temporary-system.js';
import { runJest } from './jest-project.js';
import type { Tally } from './tally.js';

/** The browser flows, against a system of their own. */
export async function runFlows(tally: Tally): Promise<void> {
  const said: string[] = [];
  try {
    await withTemporarySystem(
      (line) => said.push(line),
      (system) => runJest('browser flows', 'apps/web/e2e', tally, { HARU_E2E_SYSTEM: system.descriptionFile }),
    );
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    tally.check('browser flows', false, `${said.join('\n')}\n${reason}`);
  }
}
