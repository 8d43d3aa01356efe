import { hash, randomBytes } from 'node:crypto';
import { type caseInternalMessages, type ReplyOf, type RequestOf } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Case } from './tables/case.entity.js';
import { CaseLink, CaseMail, CaseReport, CaseStep } from './tables/case-rows.entity.js';
import { pagesOfCases } from './case-pages.js';

type Mail = NonNullable<ReplyOf<typeof caseInternalMessages.describeCaseMail>['mail']>;

@Injectable()
export class DescribeCaseMail {
  constructor(private readonly dataSource: DataSource) {}

  /** As in the contract. */
  describeCaseMail({ mailId }: RequestOf<typeof caseInternalMessages.describeCaseMail>): Promise<Mail | null> {
    return this.dataSource.transaction(async (manager) => {
      const mail = await manager.findOneBy(CaseMail, { id: mailId });
      if (!mail) return null;
      const kase = await manager.findOneByOrFail(Case, { id: mail.caseId });
      const to = await recipientOf(manager, mail, kase);
      const page = (await pagesOfCases(manager, [kase.id])).get(kase.id);
      if (!to || !page) return null;
      const { state, reason, actor } = await manager.findOneByOrFail(CaseStep, { seq: mail.stepSeq });
      const token = randomBytes(32).toString('base64url');
      await manager.delete(CaseLink, { mailId });
      await manager.insert(CaseLink, {
        tokenHash: hash('sha256', token, 'base64url'),
        caseId: kase.id,
        reportId: mail.reportId,
        mailId,
      });
      return {
        ...{ to, token, state },
        ...{ path: page.path, title: page.title },
        isStopped: state === 'decided' ? kase.isStopped : null,
        reason: actor === 'admin' || actor === 'system' ? reason : null,
        dueAt: state === kase.state ? (kase.dueAt?.toISOString() ?? null) : null,
      };
    });
  }
}

async function recipientOf(
  manager: EntityManager,
  { reportId }: CaseMail,
  { ownerId }: Case,
): Promise<Mail['to'] | undefined> {
  if (reportId === null) return ownerId === null ? undefined : { accountId: ownerId };
  const report = await manager.findOneBy(CaseReport, { id: reportId });
  return report?.email == null ? undefined : { email: report.email };
}
