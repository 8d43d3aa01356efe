import { type caseMessages, type CaseView, type RequestContext, type RequestOf, ServiceError } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { addStep, answerDue, lockedCase } from './steps/move-case.js';
import { ReadCases } from './read-cases.js';
import { type Case, CaseLink } from '../../tables/cases/case.entity.js';

type Ref = Pick<RequestOf<typeof caseMessages.answerCase>, 'tokenHash' | 'id'>;

@Injectable()
export class OwnCase {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reading: ReadCases,
  ) {}

  answerCase({ text, ...ref }: RequestOf<typeof caseMessages.answerCase>, context: RequestContext): Promise<CaseView> {
    return this.change(ref, context, async (manager, abuseCase) => {
      if (abuseCase.state !== 'inquiry') throw new ServiceError('CASE_STATE_CHANGED');
      const change = { state: 'reviewing' as const, dueAt: answerDue(new Date()) };
      await addStep(manager, abuseCase, { actor: 'owner', reason: text, change }, context);
    });
  }

  objectToCase(
    { reason, ...ref }: RequestOf<typeof caseMessages.objectToCase>,
    context: RequestContext,
  ): Promise<CaseView> {
    return this.change(ref, context, async (manager, abuseCase) => {
      // No step leads back to this state, so there is one objection.
      if (abuseCase.state !== 'stopped') throw new ServiceError('CASE_STATE_CHANGED');
      const now = new Date();
      const change = { state: 'objected' as const, objectedAt: now, dueAt: answerDue(now) };
      await addStep(manager, abuseCase, { actor: 'owner', reason, change }, context);
    });
  }

  private async change(
    ref: Ref,
    context: RequestContext,
    change: (manager: EntityManager, abuseCase: Case) => Promise<void>,
  ): Promise<CaseView> {
    const id = await this.dataSource.transaction(async (manager) => {
      const abuseCase = await ownCase(manager, ref, context);
      if (!abuseCase) throw new ServiceError('CASE_NOT_FOUND');
      await change(manager, abuseCase);
      return abuseCase.id;
    });
    return this.reading.view(id, null);
  }
}

async function ownCase(
  manager: EntityManager,
  { tokenHash, id }: Ref,
  { caller }: RequestContext,
): Promise<Case | null> {
  if (tokenHash !== undefined) {
    const link = await manager.findOneBy(CaseLink, { tokenHash });
    return link?.reportId === null ? lockedCase(manager, link.caseId) : null;
  }
  if (id === undefined || caller.role !== 'authenticated') return null;
  const abuseCase = await lockedCase(manager, id);
  return abuseCase?.ownerId === caller.accountId && abuseCase.ownerInformedAt !== null ? abuseCase : null;
}
