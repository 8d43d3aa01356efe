import { runProcess } from '../src/index.js';

const closing = process.env['CLOSING'];
const alive = setInterval(() => undefined, 1_000);

await runProcess(
  'fixture',
  async () => {
    if (closing === 'fails to start') throw new Error('no start');
    return {
      close: () => (closing === 'never ends' ? new Promise(() => undefined) : Promise.resolve(clearInterval(alive))),
    };
  },
  { closeWithinMs: 5_000 },
);
