import { onlyRow } from '@haru/database';
import type { DataSource } from 'typeorm';

export interface RecheckProgress {
  /** It has the database's format, with microseconds. */
  afterTime: string;
  afterId: string;
}

export async function findProgress(
  dataSource: DataSource,
  name: string,
  first: RecheckProgress,
): Promise<RecheckProgress> {
  await dataSource.query(
    'INSERT INTO page_look_progress (name, after_time, after_id) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING',
    [name, first.afterTime, first.afterId],
  );
  return onlyRow(
    await dataSource.query<RecheckProgress[]>(
      `SELECT after_time::text AS "afterTime", after_id AS "afterId" FROM page_look_progress WHERE name = $1`,
      [name],
    ),
  );
}

export async function keepProgress(dataSource: DataSource, name: string, progress: RecheckProgress): Promise<void> {
  await dataSource.query('UPDATE page_look_progress SET after_time = $2, after_id = $3 WHERE name = $1', [
    name,
    progress.afterTime,
    progress.afterId,
  ]);
}
