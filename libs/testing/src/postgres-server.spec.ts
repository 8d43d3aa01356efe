import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  freePort,
  startPostgresServer,
  temporaryDirectory,
  waitFor,
  type PostgresServer,
  type TemporaryDirectory,
} from './index.js';

describe('a PostgreSQL that is long in starting up', () => {
  let directory: TemporaryDirectory;
  let cluster: string;
  let said: string[];
  let spawned: PostgresServer | undefined;

  const start = async (options: Partial<Parameters<typeof startPostgresServer>[0]> = {}): Promise<PostgresServer> =>
    startPostgresServer({
      ...{ directory: cluster, port: await freePort(), password: 'x', throwAway: true },
      ...options,
    });
  const startSlowly = (): Promise<PostgresServer> =>
    start({
      // It waits for an archived log until the file `go` is there.
      settings: { restore_command: 'while [ ! -e go ]; do sleep 0.1; done; false' },
      timeoutMs: 3_000,
      say: (line) => said.push(line),
      onSpawn: (server) => (spawned = server),
    });
  const untilSaid = () => waitFor(() => said.some((line) => line.includes('still starting up')));

  beforeEach(async () => {
    directory = await temporaryDirectory('haru-slow-postgres-');
    cluster = join(directory.path, 'cluster');
    said = [];
    await (await start()).stop();
    await writeFile(join(cluster, 'recovery.signal'), '');
  });
  afterEach(async () => {
    await spawned?.stop();
    await directory.remove();
  });

  it('is waited for as long as it says so', async () => {
    const started = startSlowly();
    await untilSaid();
    await writeFile(join(cluster, 'go'), '');
    await expect(started).resolves.toBe(spawned);
  });

  it('can be stopped meanwhile', async () => {
    const refused = expect(startSlowly()).rejects.toThrow('PostgreSQL ended with');
    await untilSaid();
    await spawned?.stop();
    await refused;
  });
});
