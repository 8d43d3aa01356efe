import { type ReportDetail, type ReportEntry, ServiceError } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { summaryColumns, type SummaryRow } from './list-reports.js';

type DetailRow = SummaryRow & Pick<ReportDetail, 'description' | 'email' | 'account_id' | 'page' | 'user_agent'>;
type EntryRow = Omit<ReportEntry, 'created_at'> & { created_at: Date };

/** One report with everything that was written about it. */
@Injectable()
export class ReadReport {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws ServiceError REPORT_NOT_FOUND */
  async getReport(id: string): Promise<ReportDetail> {
    const [report] = await this.dataSource.query<DetailRow[]>(
      `SELECT ${summaryColumns}, description, email, account_id, page, user_agent FROM reports WHERE id = $1`,
      [id],
    );
    if (!report) throw new ServiceError('REPORT_NOT_FOUND');
    const entries = await this.dataSource.query<EntryRow[]>(
      `SELECT entry.id, entry.kind, entry.text, entry.author_id, entry.created_at, mail.outcome AS mail
       FROM report_entries entry LEFT JOIN mail_requests mail ON mail.id = entry.mail_request_id
       WHERE entry.report_id = $1 ORDER BY entry.created_at, entry.id`,
      [id],
    );
    return {
      ...report,
      created_at: report.created_at.toISOString(),
      entries: entries.map((entry) => ({ ...entry, created_at: entry.created_at.toISOString() })),
    };
  }
}
