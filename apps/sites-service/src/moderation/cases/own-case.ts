import {
  type caseMessages,
  type CaseState,
  type CaseView,
  type RequestContext,
  type RequestOf,
  ServiceError,
} from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { addStep, answerDue, lockedCase, type NewStep } from './steps/move-case.js';
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
    const change = { state: 'reviewing' as const, dueAt: answerDue(new Date()) };
    return this.addOwnStep('inquiry', { actor: 'owner', reason: text, change }, ref, context);
  }

  objectToCase(
    { reason, ...ref }: RequestOf<typeof caseMessages.objectToCase>,
    context: RequestContext,
  ): Promise<CaseView> {
    const now = new Date();
    const change = { state: 'objected' as const, objectedAt: now, dueAt: answerDue(now) };
    // No step leads back to `stopped`, so there is one objection.
    return this.addOwnStep('stopped', { actor: 'owner', reason, change }, ref, context);
  }

  private async addOwnStep(from: CaseState, step: NewStep, ref: Ref, context: RequestContext): Promise<CaseView> {
    const id = await this.dataSource.transaction(async (manager) => {
      const abuseCase = await ownCase(manager, ref, context);
      if (!abuseCase) throw new ServiceError('CASE_NOT_FOUND');
      if (abuseCase.state !== from) throw new ServiceError('CASE_STATE_CHANGED');
      await addStep(manager, abuseCase, step, context);
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
