import { withTemporarySystem } from '../start/temporary-system.js';
import { runJest } from './jest-project.js';
import type { Tally } from './tally.js';

/** The browser flows, against a system of their own, or the running one that HARU_E2E_SYSTEM describes. */
export async function runFlows(tally: Tally): Promise<void> {
  if (process.env['HARU_E2E_SYSTEM']) return runJest('browser flows', 'apps/web/e2e', tally);
  const said: string[] = [];
  try {
    await withTemporarySystem(
      (line) => said.push(line),
      (system) => runJest('browser flows', 'apps/web/e2e', tally, { env: { HARU_E2E_SYSTEM: system.descriptionFile } }),
      // The flows press more links of mails in five minutes than one address may.
      { AUTH_RATE_LIMITS: process.env['AUTH_RATE_LIMITS'] ?? '20' },
    );
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    tally.check('browser flows', false, `${said.join('\n')}\n${reason}`);
  }
}
