import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import {
  dockerAnswers,
  freePort,
  removeContainerWithUs,
  startPostgresServer,
  temporaryDirectory,
} from '@haru/local-servers';

/** The process that starts a test run's Postgres sets its address here. */
export const TEST_POSTGRES_VARIABLE = 'HARU_TEST_POSTGRES_URL';

interface TestPostgres {
  /** This is the superuser's address. */
  url: string;
  stop(): Promise<void>;
}

const IMAGE = 'postgres:18';
const SETTINGS = { max_connections: 300, shared_buffers: '64MB', autovacuum: 'off' };

/** Starts the Postgres that a test run shares: in a container if a Docker engine has the image, else from npm. */
export async function startTestPostgres(): Promise<TestPostgres> {
  if (!(await dockerAnswers())) return startEmbedded();
  try {
    return await startInContainer();
  } catch (error) {
    console.error(`Docker answers but runs no ${IMAGE}: the PostgreSQL that npm installed is taken. ${String(error)}`);
    return startEmbedded();
  }
}

async function startEmbedded(): Promise<TestPostgres> {
  const directory = await temporaryDirectory('haru-postgres-');
  const server = await startPostgresServer({
    directory: join(directory.path, 'cluster'),
    port: await freePort(),
    password: randomBytes(12).toString('hex'),
    settings: SETTINGS,
    throwAway: true,
  });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await directory.remove();
    },
  };
}

async function startInContainer(): Promise<TestPostgres> {
  // It is imported only here: it is slow to load, and most machines that run tests inside a container have no engine.
  const { GenericContainer, Wait } = await import('testcontainers');
  const password = randomBytes(12).toString('hex');
  const settings = { ...SETTINGS, fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const container = await new GenericContainer(IMAGE)
    .withEnvironment({ POSTGRES_PASSWORD: password })
    .withExposedPorts(5432)
    .withCommand(['postgres', ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])])
    // The image starts the server twice: once to make the cluster, then for good.
    .withWaitStrategy(Wait.forLogMessage(/database system is ready to accept connections/, 2))
    .start();
  removeContainerWithUs(container.getId());
  return {
    url: `postgres://postgres:${password}@${container.getHost()}:${container.getMappedPort(5432)}/postgres`,
    async stop() {
      await container.stop();
    },
  };
}
