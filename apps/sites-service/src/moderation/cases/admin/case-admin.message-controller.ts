import { caseAdminMessages, type Handles, type RequestContext, type RequestOf, requireRole } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Decisions } from '../../decisions.js';
import { ConflictOfInterest } from '../steps/conflict-of-interest.js';
import { addStep } from '../steps/move-case.js';
import { joinCase } from '../steps/open-case.js';
import { siteIdOf } from '../steps/stopped-case.js';
import { ReadCaseDetail } from './case-detail.js';
import { countCases } from './case-numbers.js';
import { listCases } from './list-cases.js';

type Payload<Name extends keyof typeof caseAdminMessages> = RequestOf<(typeof caseAdminMessages)[Name]>;

@Controller()
export class CaseAdminMessageController implements Handles<typeof caseAdminMessages> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reading: ReadCaseDetail,
    private readonly decisions: Decisions,
    private readonly conflict: ConflictOfInterest,
  ) {}

  @HandleMessage(caseAdminMessages.listCases)
  async listCases(request: Payload<'listCases'>, { caller }: RequestContext) {
    requireRole(caller, 'moderator');
    return listCases(this.dataSource, request);
  }

  @HandleMessage(caseAdminMessages.getCase)
  async getCase({ caseId }: Payload<'getCase'>, context: RequestContext) {
    requireRole(context.caller, 'moderator');
    return { case: await this.reading.getCase(caseId, context) };
  }

  @HandleMessage(caseAdminMessages.openCase)
  async openCase(request: Payload<'openCase'>, context: RequestContext) {
    requireRole(context.caller, 'moderator');
    return { case: await this.reading.getCase(await this.open(request, context), context) };
  }

  @HandleMessage(caseAdminMessages.decideCase)
  async decideCase(request: Payload<'decideCase'>, context: RequestContext) {
    requireRole(context.caller, 'moderator');
    await this.decisions.decideCase(request, context);
    return { case: await this.reading.getCase(request.caseId, context) };
  }

  @HandleMessage(caseAdminMessages.countCases)
  async countCases(_request: Payload<'countCases'>, { caller }: RequestContext) {
    requireRole(caller, 'moderator');
    return countCases(this.dataSource);
  }

  private async open({ site, kind, reason, ...rest }: Payload<'openCase'>, context: RequestContext): Promise<string> {
    const siteId = await siteIdOf(this.dataSource.manager, site);
    await this.conflict.require({ siteId }, context);
    return this.dataSource.transaction(async (manager) => {
      const concernsSexualImages = rest.concerns_sexual_images ?? false;
      const { abuseCase } = await joinCase(manager, { siteId, kind, concernsSexualImages }, 'admin');
      await addStep(manager, abuseCase, { actor: 'admin', reason }, context);
      return abuseCase.id;
    });
  }
}
