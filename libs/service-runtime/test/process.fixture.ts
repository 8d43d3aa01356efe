import { z } from 'zod';
import { defineService, readiness, runProcess } from '../src/index.js';

const closing = process.env['CLOSING'];
const alive = setInterval(() => undefined, 1_000);
let isWell = true;
// It stands for a database that becomes unavailable and recovers.
process.on('SIGUSR2', () => (isWell = !isWell));

const service = defineService('fixture', z.object({}), async () => {
  if (closing === 'fails to start') throw new Error('no start');
  readiness.watch('database', async () => {
    if (!isWell) throw new Error('unavailable');
  });
  return {
    close: () => (closing === 'never ends' ? new Promise(() => undefined) : Promise.resolve(clearInterval(alive))),
  };
});

await runProcess([service], { closeWithinMs: 5_000 });
