import {
  type ReportDetail,
  type ReportPage,
  type reportListQuerySchema,
  type ReportSummary,
  ServiceError,
} from '@haru/contracts';
import { requirePageCursor } from '@haru/database';
import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { z } from 'zod';
import { MailRequest } from '../tables/mail-request.entity.js';
import { Report, ReportEntry } from '../tables/report.entity.js';

type Query = z.output<typeof reportListQuerySchema>;

@Injectable()
export class ReadReports {
  constructor(private readonly dataSource: DataSource) {}

  /** Lists the newest first, a page at a time. @throws ServiceError VALIDATION_FAILED for an invalid cursor */
  async list({ state, type, search, cursor, limit }: Query): Promise<ReportPage> {
    const query = this.dataSource
      .createQueryBuilder(Report, 'report')
      .orderBy({ 'report.createdAt': 'DESC', 'report.id': 'DESC' })
      .limit(limit + 1);
    if (state !== undefined) query.andWhere({ state });
    if (type !== undefined) query.andWhere({ type });
    if (search?.trim()) {
      const pattern = containing(search.trim());
      query.andWhere('(report.title ILIKE :pattern OR report.description ILIKE :pattern)', { pattern });
    }
    if (cursor !== undefined) {
      const { micros, id } = requirePageCursor(cursor);
      // This is exact, because the table stores whole milliseconds.
      query.andWhere('(report.createdAt, report.id) < (:at, :id)', { at: new Date(Number(micros) / 1_000), id });
    }
    const rows = await query.getMany();
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return { reports: page.map(summaryOf), next: last ? cursorOf(last) : null };
  }

  /** Reads a report with its notes and answers. @throws ServiceError REPORT_NOT_FOUND */
  async get(id: string): Promise<ReportDetail> {
    const { manager } = this.dataSource;
    const report = await manager.findOneBy(Report, { id });
    if (!report) throw new ServiceError('REPORT_NOT_FOUND');
    const entries = await manager.find(ReportEntry, {
      where: { reportId: id },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    const mailIds = entries.flatMap(({ mailRequestId }) => mailRequestId ?? []);
    const mails = await manager.findBy(MailRequest, { id: In(mailIds) });
    const outcomes = new Map(mails.map((mail) => [mail.id, mail.outcome]));
    const { description, email, accountId, page, userAgent, contentHash, refusedPage } = report;
    return {
      ...summaryOf(report),
      ...{ description, email, account_id: accountId, page, user_agent: userAgent },
      ...{ content_hash: contentHash, refused_page: refusedPage },
      entries: entries.map((entry) => ({
        id: entry.id,
        kind: entry.kind,
        text: entry.text,
        author_id: entry.authorId,
        created_at: entry.createdAt.toISOString(),
        mail: outcomes.get(entry.mailRequestId ?? '') ?? null,
      })),
    };
  }
}

function summaryOf({ id, type, state, title, createdAt, email }: Report): ReportSummary {
  return { id, type, state, title, created_at: createdAt.toISOString(), answerable: email !== null };
}

/** Makes the pattern of LIKE for what contains the text; the text's own wildcards are escaped. */
function containing(text: string): string {
  return `%${text
    .replaceAll('\0', '')
    .toWellFormed()
    .replace(/[\\%_]/g, '\\$&')}%`;
}

/** `requirePageCursor` reads this form. */
function cursorOf({ createdAt, id }: Report): string {
  return `${createdAt.getTime() * 1_000}_${id}`;
}
