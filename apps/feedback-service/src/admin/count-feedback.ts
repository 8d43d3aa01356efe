import type { ReportNumbers } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LikeTotal } from '../tables/submission.entity.js';

@Injectable()
export class CountFeedback {
  constructor(private readonly dataSource: DataSource) {}

  /** Counts the reports of the last `hours` hours, oldest first, the present one last. */
  async reportsPerHour(hours: number): Promise<ReportNumbers['hours']> {
    const rows = await this.dataSource.query<{ hour: Date; count: number }[]>(
      `WITH counted AS (
         SELECT date_trunc('hour', created_at, 'UTC') AS hour, count(*)::int AS count FROM reports
         WHERE created_at >= date_trunc('hour', now(), 'UTC') - make_interval(hours => $1 - 1) GROUP BY 1
       )
       SELECT hour, coalesce(count, 0) AS count
       FROM generate_series(
         date_trunc('hour', now(), 'UTC') - make_interval(hours => $1 - 1), date_trunc('hour', now(), 'UTC'), '1 hour'
       ) AS hour LEFT JOIN counted USING (hour) ORDER BY hour`,
      [hours],
    );
    return rows.map(({ hour, count }) => ({ hour: hour.toISOString(), count }));
  }

  async likesTotal(): Promise<number> {
    const [row] = await this.dataSource.manager.find(LikeTotal);
    return Number(row?.total ?? 0);
  }
}
