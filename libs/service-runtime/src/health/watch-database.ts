import { Sampled } from '../metrics/sampled.js';
import { readiness, type Probe } from './readiness.js';

const connections = Sampled.gauge(
  'haru_database_connections',
  'Connections of this process to Postgres: in use, idle, and requests that wait for one',
  ['state'],
);

const most = Sampled.gauge('haru_database_connections_max', 'Most connections that this process opens to Postgres');

/** These parts of a TypeORM data source on Postgres are used here. */
interface Database {
  query(sql: string): Promise<unknown>;
  driver: object;
}

/** These parts of node-postgres's pool are read here. */
interface Pool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
  options: { max: number };
}

/**
 * Makes the process ready only while the database answers, and measures its pool. Call it once for each data source,
 * when it is initialised.
 * @param probe whether the database answers over a connection made for this question alone
 * @returns a function that ends it
 */
export function watchDatabase(dataSource: Database, probe?: Probe): () => void {
  const pool = (dataSource.driver as { master: Pool }).master;
  const ends = [
    readiness.watch('database', () => dataSource.query('SELECT 1'), probe),
    connections.from(() => [
      { labels: { state: 'used' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
      // Every request waits for a moment, and gets an idle connection then.
      { labels: { state: 'waiting' }, value: Math.max(0, pool.waitingCount - pool.idleCount) },
    ]),
    most.from(() => pool.options.max),
  ];
  return () => ends.forEach((end) => end());
}
