import { randomUUID } from 'node:crypto';
import {
  reportFault,
  reportReceived,
  type RequestContext,
  ServiceError,
  type Submission,
  type SubmissionOutcome,
} from '@haru/contracts';
import { isDeletedAccount } from '@haru/database';
import { Outbox } from '@haru/events';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Report } from '../tables/report.entity.js';
import { earlierOutcome, keepOutcome } from './idempotent-submissions.js';
import { countLike, likersOf } from './likes.js';

/** Stores a report and publishes an event; counts a like. */
@Injectable()
export class SubmitReport {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
  ) {}

  /** @throws ServiceError with the rule that the report breaks, or IDEMPOTENCY_KEY_REUSED */
  async submit(submission: Submission, context: RequestContext): Promise<SubmissionOutcome> {
    const fault = reportFault(submission);
    if (fault) throw new ServiceError(fault);
    return this.dataSource.transaction(async (manager) => {
      const { caller } = context;
      const isOfDeletedAccount = caller.role === 'authenticated' && (await isDeletedAccount(manager, caller.accountId));
      return isOfDeletedAccount
        ? this.take(manager, { ...submission, email: undefined }, { ...context, caller: { role: 'anon' } })
        : this.take(manager, submission, context);
    });
  }

  private async take(
    manager: EntityManager,
    submission: Submission,
    context: RequestContext,
  ): Promise<SubmissionOutcome> {
    const earlier = await earlierOutcome(manager, submission, context.caller);
    if (earlier) return earlier;
    const { type } = submission;
    const outcome: SubmissionOutcome =
      type === 'quick_like'
        ? { kind: 'like', counted: await countLike(manager, likersOf(submission, context.caller)) }
        : { kind: 'report', id: await this.keepReport(manager, { ...submission, type }, context) };
    await keepOutcome(manager, submission, context.caller, outcome);
    return outcome;
  }

  private async keepReport(
    manager: EntityManager,
    submission: Submission & Pick<Report, 'type'>,
    context: RequestContext,
  ): Promise<string> {
    const id = randomUUID();
    const { type, title, description, email, page, userAgent, contentHash, refusedPage } = submission;
    const { caller } = context;
    await manager.insert(Report, {
      id,
      type,
      title: title.trim(),
      description: description.trim(),
      email: email?.trim() || null,
      accountId: caller.role === 'authenticated' ? caller.accountId : null,
      page: page ?? null,
      userAgent: userAgent ?? null,
      contentHash: contentHash ?? null,
      refusedPage: refusedPage ?? null,
      createdAt: new Date(),
    });
    await this.outbox.publish(manager, reportReceived, { reportId: id }, { aggregateId: id, context });
    return id;
  }
}
