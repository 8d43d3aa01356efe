import { randomUUID } from 'node:crypto';
import { type caseMessages, reportFault, type RequestContext, type RequestOf, ServiceError } from '@haru/contracts';
import { isDeletedAccount } from '@haru/database';
import type { DataSource } from 'typeorm';
import { canBePath } from '../../sites/paths/site-path.js';
import { Site } from '../../tables/pages/site.entity.js';
import { addStep } from './steps/move-case.js';
import { joinCase } from './steps/open-case.js';
import { CaseLink, CaseReport } from '../../tables/cases/case.entity.js';

type Payload = RequestOf<typeof caseMessages.reportSite>;

export async function reportSite(dataSource: DataSource, request: Payload, context: RequestContext): Promise<void> {
  const { path, kind, description, email, concernsSexualImages = false, tokenHash } = request;
  const fault = reportFault({ title: path, description, email });
  // A path cannot be a title. If it is too long or not valid text, no page has it.
  if (fault && fault !== 'REPORT_TITLE_TOO_LONG' && canBePath(path)) throw new ServiceError(fault);
  if (!canBePath(path)) throw new ServiceError('SITE_NOT_FOUND');
  await dataSource.transaction(async (manager) => {
    const site = await manager.findOne(Site, { select: { id: true }, where: { path } });
    if (!site) throw new ServiceError('SITE_NOT_FOUND');
    const { caller } = context;
    const isOfDeletedAccount = caller.role === 'authenticated' && (await isDeletedAccount(manager, caller.accountId));
    const by: RequestContext = isOfDeletedAccount ? { ...context, caller: { role: 'anon' } } : context;
    const { abuseCase } = await joinCase(manager, { siteId: site.id, kind }, 'report');
    const reportId = randomUUID();
    await manager.insert(CaseReport, {
      id: reportId,
      caseId: abuseCase.id,
      kind,
      description: description.trim(),
      concernsSexualImages,
      email: isOfDeletedAccount ? null : email?.trim() || null,
      accountId: by.caller.role === 'authenticated' ? by.caller.accountId : null,
      createdAt: new Date(),
    });
    await manager.insert(CaseLink, { tokenHash, caseId: abuseCase.id, reportId });
    await addStep(manager, abuseCase, { actor: 'reporter', reason: description.trim(), reportId }, by);
  });
}
