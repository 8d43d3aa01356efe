/** `npm run accept -- <suite>…` checks what takes `npm test` too long or needs other browsers; without a name all suites. */
import { MissingProgramError } from '@haru/local-servers';
import { acceptAdmission } from './admission.js';
import { acceptBackups } from './backups.js';
import { acceptBrowsers } from './browsers.js';
import { acceptBuilds } from './builds.js';
import type { Check } from './check.js';
import { acceptFuzz } from './fuzz.js';
import { acceptHostile } from './hostile.js';
import { acceptFlows, acceptLong } from './long.js';
import { acceptMcp } from './mcp.js';
import { acceptRender } from './render.js';
import { acceptUpgrade } from './upgrade.js';
import { acceptUploads } from './uploads.js';

const suites: Record<string, (check: Check) => Promise<void>> = {
  admission: acceptAdmission,
  backups: acceptBackups,
  browsers: acceptBrowsers,
  builds: acceptBuilds,
  flows: acceptFlows,
  fuzz: acceptFuzz,
  hostile: acceptHostile,
  long: acceptLong,
  mcp: acceptMcp,
  render: acceptRender,
  upgrade: acceptUpgrade,
  uploads: acceptUploads,
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(suites, name));
if (unknown.length) {
  console.error(`There is no suite ${unknown.join(', ')}. There are: ${Object.keys(suites).join(', ')}.`);
  process.exit(2);
}
// The reaper ends the processes that still run.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
  process.on(signal, () => process.exit(130));

const count = { passed: 0, failed: 0 };
for (const [name, suite] of Object.entries(suites)) {
  if (names.length && !names.includes(name)) continue;
  console.log(`\n${name}`);
  try {
    await suite((what, holds, seen) => {
      count[holds ? 'passed' : 'failed'] += 1;
      console.log(`  ${holds ? 'ok  ' : 'FAIL'} ${what}: ${JSON.stringify(seen)}`);
    });
  } catch (error) {
    count.failed += 1;
    console.error(error instanceof MissingProgramError ? error.message : error);
  }
}
console.log(`\n${count.passed} passed, ${count.failed} failed`);
process.exit(count.failed ? 1 : 0);
