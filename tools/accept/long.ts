import { runFlows } from '../test/flows.js';
import { runJest } from '../test/jest-project.js';
import { Tally } from '../test/tally.js';
import type { Check } from './check.js';

/** These specs take more than a minute when all of their cases run. `npm test` runs them with the short ones. */
const LONG_SPECS = [
  ['apps/gateway', 'sign-in-timing'],
  ['apps/gateway', 'page-guesses'],
  ['apps/sites-service', 'storage-failures'],
  ['tools', 'start.integration'],
] as const;

/** Runs the specs that measure or restart for long. */
export async function acceptLong(check: Check): Promise<void> {
  // The specs read it as `isAcceptance`.
  process.env['HARU_ACCEPT'] = '1';
  const tally = new Tally();
  // One after another, because some measure.
  for (const [folder, file] of LONG_SPECS) await runJest(`${folder} ${file}`, folder, tally, { files: [file] });
  check('the long cases of the specs', tally.failed === 0, tally.summary());
}

/** Runs the browser flows in all looks and with motion. */
export async function acceptFlows(check: Check): Promise<void> {
  process.env['HARU_ACCEPT'] = '1';
  const tally = new Tally();
  await runFlows(tally);
  check('the browser flows in all looks', tally.failed === 0, tally.summary());
}
