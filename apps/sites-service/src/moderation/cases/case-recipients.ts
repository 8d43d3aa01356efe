import type { mailRecipientSchema, RequestContext } from '@haru/contracts';
import { type EntityManager, IsNull } from 'typeorm';
import type { z } from 'zod';
import { requestCaseMail } from './steps/move-case.js';
import { Case, CaseLink, CaseMail, CaseReport } from '../../tables/cases/case.entity.js';

export type CaseRecipient = z.infer<typeof mailRecipientSchema>;

/** Selects the mails to an address that the reports of the case name. */
const MAILS_OF_ADDRESS = `
  case_reports AS report JOIN case_mails AS mail ON mail.report_id = report.id WHERE lower(report.email) = lower(:key)`;
const MAILS_OF_OWNER = `
  cases JOIN case_mails AS mail ON mail.case_id = cases.id AND mail.report_id IS NULL WHERE cases.owner_id = :key`;

export async function recipientOf(
  manager: EntityManager,
  { reportId, caseId }: Pick<CaseMail, 'reportId' | 'caseId'>,
): Promise<CaseRecipient | undefined> {
  if (reportId !== null) {
    const report = await manager.findOneBy(CaseReport, { id: reportId });
    return report?.email == null ? undefined : { email: report.email };
  }
  const { ownerId } = await manager.findOneByOrFail(Case, { id: caseId });
  return ownerId === null ? undefined : { accountId: ownerId };
}

/** Finds the mails that were neither sent nor merged into another one, the oldest first. */
export function waitingMails(manager: EntityManager, to: CaseRecipient): Promise<CaseMail[]> {
  const [mails, key] = 'email' in to ? [MAILS_OF_ADDRESS, to.email] : [MAILS_OF_OWNER, to.accountId];
  return manager
    .createQueryBuilder(CaseMail, 'mail')
    .where(`mail.id IN (SELECT mail.id FROM ${mails})`, { key })
    .andWhere({ sentWith: IsNull() })
    .orderBy({ 'mail.stepSeq': 'ASC', 'mail.id': 'ASC' })
    .getMany();
}

interface AddressState {
  wasMailed: boolean;
  /** A link that was mailed to the address was opened. Anybody can report with the address of somebody else. */
  isConfirmed: boolean;
}

/** Owners are mailed at the confirmed addresses of their accounts. */
export async function addressState(manager: EntityManager, to: CaseRecipient): Promise<AddressState> {
  if (!('email' in to)) return { wasMailed: true, isConfirmed: true };
  const state = await manager
    .createQueryBuilder()
    .select('count(known.sent_with) > 0', 'wasMailed')
    .addSelect('count(opened_at) > 0', 'isConfirmed')
    .from(`(SELECT mail.id, mail.sent_with FROM ${MAILS_OF_ADDRESS})`, 'known')
    .leftJoin(CaseLink, 'link', 'link.mail_id = known.id')
    .setParameters({ key: to.email })
    .getRawOne<AddressState>();
  return state ?? { wasMailed: false, isConfirmed: false };
}

/** Confirms the address of a reporter's mailed link, and requests the mail that waited for it. */
export async function confirmAddress(manager: EntityManager, link: CaseLink, context: RequestContext): Promise<void> {
  const unopened = { tokenHash: link.tokenHash, openedAt: IsNull() };
  const { affected } = await manager.update(CaseLink, unopened, { openedAt: new Date() });
  const to = affected === 1 && (await recipientOf(manager, link));
  if (!to) return;
  const last = (await waitingMails(manager, to)).at(-1);
  if (last) await requestCaseMail(manager, last, context);
}
