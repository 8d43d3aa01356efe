import { limits } from '@haru/contracts';
import type { DataSource } from 'typeorm';

export async function findOwnersOfLiveSites(dataSource: DataSource, accountIds: readonly string[]): Promise<string[]> {
  const rows = await dataSource.query<{ id: string }[]>(
    `SELECT user_id AS id FROM sites
     WHERE user_id = ANY ($1) AND expires_at > now() - make_interval(days => ${limits.expiredKeptDays})
     UNION
     SELECT user_id FROM deleted_sites
     WHERE user_id = ANY ($1) AND deleted_at > now() - make_interval(days => ${limits.deletedKeptDays})`,
    [accountIds],
  );
  return rows.map(({ id }) => id);
}
