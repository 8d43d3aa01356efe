import { randomUUID } from 'node:crypto';
import {
  adminActed,
  adminActOf,
  type AuditAction,
  feedbackMailRequested,
  limits,
  type ReportEntry,
  type ReportState,
  type RequestContext,
  ServiceError,
  textLength,
} from '@haru/contracts';
import { Outbox } from '@haru/events';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

interface LockedReport {
  state: ReportState;
  email: string | null;
}

/** What people with a role do to a report. Each deed and its line for the audit log are one transaction. */
@Injectable()
export class ChangeReport {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
  ) {}

  /** Setting the state that it has is no deed. @throws ServiceError REPORT_NOT_FOUND */
  async setState(id: string, state: ReportState, context: RequestContext): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const { state: before } = await lockReport(manager, id);
      if (before === state) return;
      await manager.query('UPDATE reports SET state = $2 WHERE id = $1', [id, state]);
      await this.audit(manager, 'setReportState', { id, details: { from: before, to: state } }, context);
    });
  }

  /** @throws ServiceError REPORT_NOT_FOUND, REPORT_TEXT_INVALID */
  async addNote(id: string, text: string, context: RequestContext): Promise<ReportEntry> {
    const checked = checkText(text);
    return this.dataSource.transaction(async (manager) => {
      await lockReport(manager, id);
      const entry = await insertEntry(manager, { id, kind: 'note', text: checked, context });
      await this.audit(manager, 'addReportNote', { id, details: { entryId: entry.id } }, context);
      return entry;
    });
  }

  /** @throws ServiceError REPORT_NOT_FOUND, REPORT_TEXT_INVALID, REPORT_NOT_ANSWERABLE when no address was left */
  async answer(id: string, text: string, context: RequestContext): Promise<ReportEntry> {
    const checked = checkText(text);
    return this.dataSource.transaction(async (manager) => {
      const { email } = await lockReport(manager, id);
      if (email === null) throw new ServiceError('REPORT_NOT_ANSWERABLE');
      const mailRequestId = randomUUID();
      await manager.query(`INSERT INTO mail_requests (id, kind) VALUES ($1, 'answer')`, [mailRequestId]);
      const entry = await insertEntry(manager, { id, kind: 'answer', text: checked, context, mailRequestId });
      await manager.query(`UPDATE reports SET state = 'answered' WHERE id = $1`, [id]);
      await this.outbox.publish(
        manager,
        feedbackMailRequested,
        { mailRequestId },
        { aggregateId: mailRequestId, context },
      );
      await this.audit(manager, 'answerReport', { id, details: { entryId: entry.id } }, context);
      return entry;
    });
  }

  private async audit(
    manager: EntityManager,
    action: AuditAction,
    { id, details }: { id: string; details: Record<string, unknown> },
    context: RequestContext,
  ): Promise<void> {
    const act = adminActOf(context.caller, { action, subject: { kind: 'report', id }, details });
    await this.outbox.publish(manager, adminActed, act, { aggregateId: id, context });
  }
}

async function lockReport(manager: EntityManager, id: string): Promise<LockedReport> {
  const [report] = await manager.query<LockedReport[]>('SELECT state, email FROM reports WHERE id = $1 FOR UPDATE', [
    id,
  ]);
  if (!report) throw new ServiceError('REPORT_NOT_FOUND');
  return report;
}

interface NewEntry {
  id: string;
  kind: ReportEntry['kind'];
  text: string;
  context: RequestContext;
  mailRequestId?: string;
}

async function insertEntry(
  manager: EntityManager,
  { id: reportId, kind, text, context: { caller }, mailRequestId }: NewEntry,
): Promise<ReportEntry> {
  const id = randomUUID();
  const authorId = caller.role === 'authenticated' ? caller.accountId : null;
  const createdAt = new Date();
  await manager.query(
    `INSERT INTO report_entries (id, report_id, kind, text, author_id, mail_request_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [id, reportId, kind, text, authorId, mailRequestId ?? null, createdAt],
  );
  return { id, kind, text, author_id: authorId, created_at: createdAt.toISOString(), mail: null };
}

function checkText(text: string): string {
  const trimmed = text.trim();
  const isGood = trimmed !== '' && textLength(trimmed) <= limits.reportEntryMaxLength;
  if (!isGood || trimmed.includes('\0') || !trimmed.isWellFormed()) throw new ServiceError('REPORT_TEXT_INVALID');
  return trimmed;
}
