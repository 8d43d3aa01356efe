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
import { countLike } from '../likes/count-like.js';
import { likersOf } from '../likes/likers.js';
import { earlierOutcome, keepOutcome } from './idempotent-submissions.js';

/** Takes what people send: a report is kept and told of, a like is counted. */
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
      const isNobodys = caller.role === 'authenticated' && (await isDeletedAccount(manager, caller.accountId));
      return isNobodys
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
    const outcome: SubmissionOutcome =
      submission.type === 'quick_like'
        ? { kind: 'like', counted: await countLike(manager, likersOf(submission, context.caller)) }
        : { kind: 'report', id: await this.keepReport(manager, submission, context) };
    await keepOutcome(manager, submission, context.caller, outcome);
    return outcome;
  }

  private async keepReport(manager: EntityManager, submission: Submission, context: RequestContext): Promise<string> {
    const id = randomUUID();
    const { type, title, description, email, page, userAgent } = submission;
    const { caller } = context;
    await manager.query(
      `INSERT INTO reports (id, type, title, description, email, account_id, page, user_agent, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        id,
        type,
        title.trim(),
        description.trim(),
        email?.trim() || null,
        caller.role === 'authenticated' ? caller.accountId : null,
        page ?? null,
        userAgent ?? null,
        new Date(),
      ],
    );
    await this.outbox.publish(manager, reportReceived, { reportId: id }, { aggregateId: id, context });
    return id;
  }
}
