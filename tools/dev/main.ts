/** `npm run dev` runs the system from its sources. A change restarts the processes that it concerns, and Vite reloads the web app. */
import { watch } from 'node:fs';
import { join } from 'node:path';
import { runSystem, say } from '../start/run.js';
import { root } from '../common/workspace.js';
import type { Supervised } from '../start/processes/supervisor.js';

/** Editors write a file in several steps. */
const SETTLE_MS = 200;

await runSystem('sources', async ({ processes }, stops) => {
  const waiting = new Set<Supervised>();
  let timer: NodeJS.Timeout | undefined;
  let restarts = Promise.resolve();

  const restartWaiting = async (): Promise<void> => {
    const concerned = [...waiting];
    waiting.clear();
    say(`Changed: restarting ${concerned.map(({ plan }) => plan.name).join(', ')} …`);
    const results = await Promise.allSettled(concerned.map((supervised) => supervised.restart()));
    const faults = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
    say(faults.length ? `${faults.join('\n')}\nWaiting for the next change.` : 'Restarted');
  };

  for (const folder of new Set(processes.flatMap(({ plan }) => plan.sources))) {
    const watcher = watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (!file?.endsWith('.ts') || file.endsWith('.spec.ts') || /(^|\/)(dist|test|node_modules)\//.test(file)) return;
      for (const supervised of processes) if (supervised.plan.sources.includes(folder)) waiting.add(supervised);
      clearTimeout(timer);
      timer = setTimeout(() => {
        restarts = restarts.then(restartWaiting);
      }, SETTLE_MS);
    });
    await stops.add('watching', async () => watcher.close());
  }
});
