import { z } from 'zod';
import { defineService, type Logger, runProcess } from '../src/index.js';

const env = z.object({ PLACE: z.string(), COUNT: z.coerce.number() });

async function start({ PLACE, COUNT }: z.output<typeof env>, logger: Logger) {
  const alive = setInterval(() => undefined, 1_000);
  logger.info({ place: PLACE, count: COUNT }, 'started');
  return {
    async close() {
      logger.info('closed');
      clearInterval(alive);
    },
  };
}

await runProcess([defineService('auth-service', env, start), defineService('auth-worker', env, start)]);
