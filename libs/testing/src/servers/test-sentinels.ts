import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endProcess, endWithUs, findRedis, freePort, temporaryDirectory, waitFor } from '@haru/local-servers';
import { Redis } from 'ioredis';
import { startRedis, type TestRedis } from './test-redis.js';

const NAME = 'haru';
const SENTINELS = 3;

/** Three Sentinels watch a primary and a replica. */
export interface WatchedRedisPair {
  /** The form is `redis+sentinel://…/haru`. */
  url: string;
  primary: TestRedis;
  stop(): Promise<void>;
}

/** Starts real servers and real Sentinels, which consider a primary lost after half a second. */
export async function startRedisPair(): Promise<WatchedRedisPair> {
  const program = await findRedis((line) => process.stderr.write(`${line}\n`));
  if (program.kind !== 'binary') throw new Error('Sentinels need a redis-server on the PATH');
  const [primary, replica] = await Promise.all([startRedis(), startRedis()]);
  await ask(replica.port, (redis) => redis.replicaof('127.0.0.1', primary.port));
  const directory = await temporaryDirectory('haru-sentinels-');
  const ports = await Promise.all(Array.from({ length: SENTINELS }, freePort));
  const sentinels = await Promise.all(
    ports.map(async (port) => {
      const config = join(directory.path, `${port}.conf`);
      const settings = [
        ...[`port ${port}`, 'bind 127.0.0.1', `dir ${directory.path}`],
        `sentinel monitor ${NAME} 127.0.0.1 ${primary.port} 2`,
        ...[`sentinel down-after-milliseconds ${NAME} 500`, `sentinel failover-timeout ${NAME} 2000`],
      ];
      await writeFile(config, settings.join('\n'));
      const child = spawn(program.path, [config, '--sentinel'], { stdio: 'ignore', detached: true });
      endWithUs(child, { isServer: true });
      return child;
    }),
  );
  // They find the replica and each other through the primary.
  await waitFor(
    async () => {
      const replies = await Promise.all(
        ports.map((port) => ask(port, (redis) => redis.call('SENTINEL', 'CKQUORUM', NAME))),
      );
      const known = await ask(ports[0] ?? 0, (redis) => redis.call('SENTINEL', 'REPLICAS', NAME));
      return (
        replies.every((reply) => String(reply).startsWith(`OK ${SENTINELS} `)) &&
        Array.isArray(known) &&
        known.length === 1
      );
    },
    { what: 'the Sentinels to know each other', timeoutMs: 15_000 },
  );
  return {
    url: `redis+sentinel://${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${NAME}`,
    primary,
    async stop() {
      await Promise.all(sentinels.map((child) => endProcess(child, 'SIGKILL')));
      await Promise.all([primary.stop(), replica.stop(), directory.remove()]);
    },
  };
}

async function ask<T>(port: number, question: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis({ port, host: '127.0.0.1', lazyConnect: true, retryStrategy: () => null });
  try {
    await redis.connect();
    return await question(redis);
  } finally {
    redis.disconnect();
  }
}
