import { Sampled } from '@haru/service-runtime';
import type { DataSource } from 'typeorm';

/** Counting stops here: a higher figure is no more useful, and a scrape must not read a million rows. */
const COUNT_UP_TO = 100_000;

const rows = Sampled.gauge('haru_outbox_rows', `Events that are not known to be done, up to ${COUNT_UP_TO}`);

const oldest = Sampled.gauge(
  'haru_outbox_oldest_seconds',
  'Age of the oldest event that is not known to be done; 0 when there is none',
);

/** Measures the outbox of this database. @returns a function that ends it */
export function measureOutbox(dataSource: DataSource): () => void {
  const ask = async (sql: string): Promise<number> => {
    const [row] = await dataSource.query<{ value: number | null }[]>(sql);
    return row?.value ?? 0;
  };
  const ends = [
    rows.from(() => ask(`SELECT count(*)::int AS value FROM (SELECT FROM outbox LIMIT ${COUNT_UP_TO}) AS counted`)),
    oldest.from(() =>
      ask(
        'SELECT extract(epoch FROM clock_timestamp() - created_at)::float8 AS value FROM outbox ORDER BY seq LIMIT 1',
      ),
    ),
  ];
  return () => ends.forEach((end) => end());
}
