import { limits } from '@haru/contracts';
import { purgeDeletedAccounts } from '@haru/database';
import { Every, purgeInbox, type ScheduledJob } from '@haru/events';
import { DataSource } from 'typeorm';

/** Deletes expired rows. Two concurrent runs do no harm. */
@Every({ seconds: 3_600, sliceSeconds: 60 })
export class CleanUp implements ScheduledJob {
  constructor(private readonly dataSource: DataSource) {}

  /** Likers are stored until their day is over in every time zone, keys of submissions as long as they are valid. */
  async run(): Promise<{ likes: number; submissions: number; mails: number; accounts: number; inbox: number }> {
    const likes = await this.delete('DELETE FROM like_keys WHERE day < current_date - 1');
    const submissions = await this.delete(
      'DELETE FROM idempotent_submissions WHERE created_at < now() - make_interval(hours => $1)',
      [limits.idempotencyKeyHours],
    );
    await this.dataSource.query(
      `UPDATE reports SET refused_page = NULL WHERE refused_page IS NOT NULL AND created_at < now() - interval '30 days'`,
    );
    // A report names the mails that listed it for the operators and that sent its answer.
    const mails = await this.delete(
      `DELETE FROM mail_requests AS mail WHERE settled_at < now() - interval '30 days'
         AND NOT EXISTS (SELECT FROM reports WHERE digest_id = mail.id)
         AND NOT EXISTS (SELECT FROM report_entries WHERE mail_request_id = mail.id)`,
    );
    const accounts = await purgeDeletedAccounts(this.dataSource);
    return { likes, submissions, mails, accounts, inbox: await purgeInbox(this.dataSource) };
  }

  private async delete(statement: string, values: unknown[] = []): Promise<number> {
    const [, count] = await this.dataSource.query<[unknown[], number]>(statement, values);
    return count;
  }
}
