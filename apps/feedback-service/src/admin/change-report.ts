import { randomUUID } from 'node:crypto';
import {
  adminActed,
  adminActOf,
  type AuditAction,
  falseAlarmAccepted,
  feedbackMailRequested,
  limits,
  type ReportEntry as EntryAnswer,
  type ReportState,
  type RequestContext,
  ServiceError,
  staffInternalMessages,
  textLength,
} from '@haru/contracts';
import { Outbox } from '@haru/events';
import { RequestClient } from '@haru/messaging';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { MailRequest } from '../tables/mail-request.entity.js';
import { Report, ReportEntry } from '../tables/report.entity.js';

/** Each change by a person with a role and its audit event are one transaction. */
@Injectable()
export class ChangeReport {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly services: RequestClient,
  ) {}

  /** The call is a no-op if the state is unchanged. @throws ServiceError REPORT_NOT_FOUND */
  async setState(id: string, state: ReportState, context: RequestContext): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const { state: before } = await lockReport(manager, id);
      if (before === state) return;
      await manager.update(Report, id, { state, ...(state === 'closed' ? { refusedPage: null } : {}) });
      await this.audit(manager, 'setReportState', { id, details: { from: before, to: state } }, context);
    });
  }

  /**
   * @throws ServiceError REPORT_NOT_FOUND also where it was decided before or the page to accept cannot be read any more,
   *   CASE_CONCERNS_CALLER when the caller would accept an own page that somebody else can decide about
   */
  async decideFalseAlarm(id: string, isAccepted: boolean, context: RequestContext): Promise<void> {
    const isLeftToOthers = isAccepted && (await this.isLeftToOthers(id, context));
    await this.dataSource.transaction(async (manager) => {
      const { contentHash: hash, refusedPage, state } = await lockReport(manager, id);
      if (hash === null || state === 'closed' || (isAccepted && refusedPage === null))
        throw new ServiceError('REPORT_NOT_FOUND');
      if (isLeftToOthers) throw new ServiceError('CASE_CONCERNS_CALLER');
      await manager.update(Report, id, { state: 'closed', refusedPage: null });
      if (isAccepted) await this.outbox.publish(manager, falseAlarmAccepted, { hash }, { aggregateId: hash, context });
      await this.audit(manager, 'decideFalseAlarm', { id, details: { accepted: isAccepted, hash } }, context);
    });
  }

  /** @throws ServiceError REPORT_NOT_FOUND, REPORT_TEXT_INVALID */
  async addNote(id: string, text: string, context: RequestContext): Promise<EntryAnswer> {
    const checked = checkText(text);
    return this.dataSource.transaction(async (manager) => {
      await lockReport(manager, id);
      const entry = await insertEntry(manager, { reportId: id, kind: 'note', text: checked }, context);
      await this.audit(manager, 'addReportNote', { id, details: { entryId: entry.id } }, context);
      return entry;
    });
  }

  /** @throws ServiceError REPORT_NOT_FOUND, REPORT_TEXT_INVALID, REPORT_NOT_ANSWERABLE when no address was left */
  async answer(id: string, text: string, context: RequestContext): Promise<EntryAnswer> {
    const checked = checkText(text);
    return this.dataSource.transaction(async (manager) => {
      const { email } = await lockReport(manager, id);
      if (email === null) throw new ServiceError('REPORT_NOT_ANSWERABLE');
      const mailRequestId = randomUUID();
      await manager.insert(MailRequest, { id: mailRequestId, kind: 'answer' });
      const entry = await insertEntry(manager, { reportId: id, kind: 'answer', text: checked, mailRequestId }, context);
      await manager.update(Report, id, { state: 'answered' });
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

  /** Asks the auth service for the staff, so it is called before a transaction. */
  private async isLeftToOthers(id: string, context: RequestContext): Promise<boolean> {
    const accountId = callerIdOf(context);
    if (accountId === null || !(await this.dataSource.manager.existsBy(Report, { id, accountId }))) return false;
    const { staff } = await this.services.call(staffInternalMessages.listActiveStaff, {}, context);
    return staff.some((member) => member.id !== accountId);
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

async function lockReport(manager: EntityManager, id: string): Promise<Report> {
  const report = await manager.findOne(Report, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!report) throw new ServiceError('REPORT_NOT_FOUND');
  return report;
}

async function insertEntry(
  manager: EntityManager,
  entry: Pick<ReportEntry, 'reportId' | 'kind' | 'text'> & { mailRequestId?: string },
  context: RequestContext,
): Promise<EntryAnswer> {
  const id = randomUUID();
  const authorId = callerIdOf(context);
  const createdAt = new Date();
  await manager.insert(ReportEntry, { id, authorId, createdAt, ...entry });
  return {
    id,
    kind: entry.kind,
    text: entry.text,
    author_id: authorId,
    created_at: createdAt.toISOString(),
    mail: null,
  };
}

const callerIdOf = ({ caller }: RequestContext): string | null =>
  caller.role === 'authenticated' ? caller.accountId : null;

function checkText(text: string): string {
  const trimmed = text.trim();
  const isGood = trimmed !== '' && textLength(trimmed) <= limits.reportEntryMaxLength;
  if (!isGood || trimmed.includes('\0') || !trimmed.isWellFormed()) throw new ServiceError('REPORT_TEXT_INVALID');
  return trimmed;
}
