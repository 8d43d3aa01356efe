import {
  caseAdminMessages,
  type Handles,
  isUuid,
  type RequestContext,
  type RequestOf,
  requireRole,
  ServiceError,
} from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { canBePath } from '../../paths/site-path.js';
import { Site } from '../../tables/pages/site.entity.js';
import { addStep } from '../steps/move-case.js';
import { joinCase } from '../steps/open-case.js';
import { ReadCaseDetail } from './case-detail.js';
import { CountCases } from './case-numbers.js';
import { DecideCase } from './decide-case.js';
import { ListCases } from './list-cases.js';

type Request<Name extends keyof typeof caseAdminMessages> = RequestOf<(typeof caseAdminMessages)[Name]>;

@Controller()
export class CaseAdminMessageController implements Handles<typeof caseAdminMessages> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly listing: ListCases,
    private readonly reading: ReadCaseDetail,
    private readonly deciding: DecideCase,
    private readonly counting: CountCases,
  ) {}

  @HandleMessage(caseAdminMessages.listCases)
  async listCases(request: Request<'listCases'>, { caller }: RequestContext) {
    requireRole(caller, 'moderator');
    return this.listing.listCases(request);
  }

  @HandleMessage(caseAdminMessages.getCase)
  async getCase({ caseId }: Request<'getCase'>, { caller }: RequestContext) {
    requireRole(caller, 'moderator');
    return { case: await this.reading.getCase(caseId) };
  }

  @HandleMessage(caseAdminMessages.openCase)
  async openCase(request: Request<'openCase'>, context: RequestContext) {
    requireRole(context.caller, 'moderator');
    return { case: await this.reading.getCase(await this.open(request, context)) };
  }

  @HandleMessage(caseAdminMessages.decideCase)
  async decideCase(request: Request<'decideCase'>, context: RequestContext) {
    requireRole(context.caller, 'moderator');
    await this.deciding.decideCase(request, context);
    return { case: await this.reading.getCase(request.caseId) };
  }

  @HandleMessage(caseAdminMessages.countCases)
  async countCases(_request: Request<'countCases'>, { caller }: RequestContext) {
    requireRole(caller, 'moderator');
    return this.counting.countCases();
  }

  private open({ site: ref, kind, reason, ...rest }: Request<'openCase'>, context: RequestContext): Promise<string> {
    if (!isUuid(ref) && !canBePath(ref)) throw new ServiceError('SITE_NOT_FOUND');
    return this.dataSource.transaction(async (manager) => {
      const where = isUuid(ref) ? { id: ref } : { path: ref };
      const site = await manager.findOne(Site, { select: { id: true }, where });
      if (!site) throw new ServiceError('SITE_NOT_FOUND');
      const concernsSexualImages = rest.concerns_sexual_images ?? false;
      const { kase } = await joinCase(manager, { siteId: site.id, kind, concernsSexualImages }, 'admin');
      await addStep(manager, kase, { actor: 'admin', reason }, context);
      return kase.id;
    });
  }
}
