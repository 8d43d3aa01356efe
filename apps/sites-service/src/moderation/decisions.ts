import {
  canDecide,
  type caseAdminMessages,
  caseDecisions,
  limits,
  type moderationMessages,
  type RequestContext,
  type RequestOf,
  requireRole,
  ServiceError,
  type SiteOverview,
} from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ConflictOfInterest } from './cases/steps/conflict-of-interest.js';
import { restoredChange, siteIdOf, stoppedChange, syncCaseWithModeration } from './cases/steps/stopped-case.js';
import { BanContents } from './ban-contents.js';
import { PageStops } from './page-stops.js';
import { overviewOf } from './site-overview.js';
import { addStep, daysFrom, lockedCase, type NewStep } from './cases/steps/move-case.js';
import { Case } from '../tables/cases/case.entity.js';

type StopRequest = RequestOf<typeof moderationMessages.stopSite>;
type RestoreRequest = RequestOf<typeof moderationMessages.restoreSite>;
type CaseRequest = RequestOf<typeof caseAdminMessages.decideCase>;
type Change = NonNullable<NewStep['change']>;

/** Applies moderators' decisions; stopping or restoring a page and the step of its case are one transaction. */
@Injectable()
export class Decisions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly stops: PageStops,
    private readonly bans: BanContents,
    private readonly conflict: ConflictOfInterest,
  ) {}

  async stopSite({ site, reason, everywhere }: StopRequest, context: RequestContext): Promise<SiteOverview> {
    requireRole(context.caller, everywhere ? 'admin' : 'moderator');
    const siteId = await siteIdOf(this.dataSource.manager, site);
    await this.conflict.require({ siteId }, context);
    const content = everywhere ? await this.bans.contentOf(siteId, context) : undefined;
    const stopped = await this.dataSource.transaction(async (manager) => {
      if (content) await this.bans.ban(manager, content, reason, context);
      await syncCaseWithModeration(manager, { siteId, isStopped: true, reason }, context);
      return this.stops.stop(manager, { siteId, reason }, context);
    });
    await this.stops.announce(stopped.path);
    if (content) await this.bans.announce();
    return overviewOf(stopped);
  }

  async restoreSite({ site, reason }: RestoreRequest, context: RequestContext): Promise<SiteOverview> {
    requireRole(context.caller, 'moderator');
    const siteId = await siteIdOf(this.dataSource.manager, site);
    await this.conflict.requireForObjection(siteId, context);
    const restored = await this.dataSource.transaction(async (manager) => {
      await syncCaseWithModeration(manager, { siteId, isStopped: false, reason }, context);
      return this.stops.restore(manager, { siteId, reason }, context);
    });
    await this.stops.announce(restored.path);
    return overviewOf(restored);
  }

  async decideCase(request: CaseRequest, context: RequestContext): Promise<void> {
    const abuseCase = await this.dataSource.manager.findOneBy(Case, { id: request.caseId });
    if (abuseCase) await this.conflict.requireForObjection(abuseCase.siteId, context);
    const path = await this.dataSource.transaction((manager) => this.decide(manager, request, context));
    if (path !== undefined) await this.stops.announce(path);
  }

  private async decide(
    manager: EntityManager,
    { caseId, decision, reason, concerns_sexual_images: isOfImages }: CaseRequest,
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
    { decision, reason }: Pick<CaseRequest, 'decision' | 'reason'>,
    context: RequestContext,
  ): Promise<string | undefined> {
    const page = { siteId, reason };
    if (decision === 'stop') return (await this.stops.stop(manager, page, context)).path;
    const restored = decision === 'restore' ? (await this.stops.restore(manager, page, context)).path : undefined;
    if (decision !== 'restore' && decision !== 'dismiss') return undefined;
    return (await this.stops.endReview(manager, siteId, context)) ?? restored;
  }
}

function changeOf(decision: CaseRequest['decision'], abuseCase: Case, context: RequestContext): Change {
  const now = new Date();
  const state = caseDecisions[decision].to;
  const closed = { state, dueAt: null, closedAt: now };
  switch (decision) {
    case 'review':
      return { state };
    case 'ask_owner':
      return { state, dueAt: ownerDue(now, abuseCase), ownerInformedAt: abuseCase.ownerInformedAt ?? now };
    case 'stop':
      return stoppedChange(now, abuseCase, context);
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
