import {
  type caseAdminMessages,
  caseDecisions,
  canDecide,
  limits,
  type RequestContext,
  type RequestOf,
  ServiceError,
} from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { PageStops } from '../../page-stops.js';
import { ConflictOfInterest } from '../steps/conflict-of-interest.js';
import { addStep, daysFrom, lockedCase, type NewStep } from '../steps/move-case.js';
import { restoredChange, stoppedChange } from '../steps/stopped-case.js';
import { Case } from '../../../tables/cases/case.entity.js';

type Payload = RequestOf<typeof caseAdminMessages.decideCase>;
type Change = NonNullable<NewStep['change']>;

/** Applies a moderator's decision; stopping or restoring the page is part of the same transaction. */
@Injectable()
export class DecideCase {
  constructor(
    private readonly dataSource: DataSource,
    private readonly stops: PageStops,
    private readonly conflict: ConflictOfInterest,
  ) {}

  async decideCase(request: Payload, context: RequestContext): Promise<void> {
    const abuseCase = await this.dataSource.manager.findOneBy(Case, { id: request.caseId });
    if (abuseCase) await this.conflict.requireForObjection(abuseCase.siteId, context);
    const path = await this.dataSource.transaction((manager) => this.decide(manager, request, context));
    if (path !== undefined) await this.stops.announce(path);
  }

  private async decide(
    manager: EntityManager,
    { caseId, decision, reason, concerns_sexual_images: isOfImages }: Payload,
    context: RequestContext,
  ): Promise<string | undefined> {
    const abuseCase = await lockedCase(manager, caseId);
    if (!abuseCase) throw new ServiceError('CASE_NOT_FOUND');
    const concernsSexualImages = isOfImages ?? abuseCase.concernsSexualImages;
    if (!canDecide(decision, abuseCase)) throw new ServiceError('CASE_STATE_CHANGED');
    const path = await this.changePage(manager, abuseCase, { decision, reason }, context);
    const change = { ...changeOf(decision, { ...abuseCase, concernsSexualImages }, context), concernsSexualImages };
    await addStep(manager, abuseCase, { actor: 'admin', reason, change }, context);
    return path;
  }

  private async changePage(
    manager: EntityManager,
    { siteId }: Case,
    { decision, reason }: Pick<Payload, 'decision' | 'reason'>,
    context: RequestContext,
  ): Promise<string | undefined> {
    const page = { siteId, reason };
    if (decision === 'stop') return (await this.stops.stop(manager, page, context)).path;
    const restored = decision === 'restore' ? (await this.stops.restore(manager, page, context)).path : undefined;
    if (decision !== 'restore' && decision !== 'dismiss') return undefined;
    return (await this.stops.endReview(manager, siteId, context)) ?? restored;
  }
}

function changeOf(decision: Payload['decision'], abuseCase: Case, { caller }: RequestContext): Change {
  const now = new Date();
  const state = caseDecisions[decision].to;
  const closed = { state, dueAt: null, closedAt: now };
  switch (decision) {
    case 'review':
      return { state };
    case 'ask_owner':
      return { state, dueAt: ownerDue(now, abuseCase), ownerInformedAt: abuseCase.ownerInformedAt ?? now };
    case 'stop':
      return stoppedChange(now, abuseCase, caller.role === 'authenticated' ? caller.accountId : null);
    case 'dismiss':
      return { ...closed, decidedAt: now };
    case 'uphold':
      return { ...closed, isStopped: true };
    case 'restore':
      return restoredChange(now);
  }
}

function ownerDue(now: Date, { concernsSexualImages }: Case): Date {
  return daysFrom(now, concernsSexualImages ? limits.ownerAnswerDaysSexualImages : limits.ownerAnswerDays);
}
