import { limits } from '@haru/contracts';
import { purgeInbox } from '@haru/events';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Deletes expired rows. Two concurrent runs do no harm. */
@Injectable()
export class CleanUp {
  constructor(private readonly dataSource: DataSource) {}

  /** Likers are kept until their day is over in every time zone, keys of submissions as long as they are valid. */
  async run(): Promise<{ likes: number; submissions: number; inbox: number }> {
    const likes = await this.delete('DELETE FROM like_keys WHERE day < current_date - 1');
    const submissions = await this.delete(
      'DELETE FROM idempotent_submissions WHERE created_at < now() - make_interval(hours => $1)',
      [limits.idempotencyKeyHours],
    );
    return { likes, submissions, inbox: await purgeInbox(this.dataSource) };
  }

  private async delete(statement: string, values: unknown[] = []): Promise<number> {
    const [, count] = await this.dataSource.query<[unknown[], number]>(statement, values);
    return count;
  }
}
