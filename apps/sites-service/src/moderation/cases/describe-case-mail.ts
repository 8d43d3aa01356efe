import { hash, randomBytes } from 'node:crypto';
import { type caseInternalMessages, DAY_MS, type ReplyOf, type RequestOf } from '@haru/contracts';
import { advisoryLocks } from '@haru/database';
import { type DataSource, type EntityManager, In } from 'typeorm';
import { addressState, type CaseRecipient, recipientOf, waitingMails } from './case-recipients.js';
import { Case, CaseLink, CaseMail, CaseStep } from '../../tables/cases/case.entity.js';
import { pageFor, pagesOfCases } from './read-cases.js';

type Mail = NonNullable<ReplyOf<typeof caseInternalMessages.describeCaseMail>['mail']>;
type Payload = RequestOf<typeof caseInternalMessages.describeCaseMail>;

const MAX_MERGED = 20;
/** A mail waits at most this long for its recipient's budget, which strangers may use up again and again. */
const MAX_WAIT_MS = DAY_MS;

export async function findCaseMailRecipient(
  dataSource: DataSource,
  { mailId }: Payload,
): Promise<ReplyOf<typeof caseInternalMessages.findCaseMailRecipient>> {
  const { manager } = dataSource;
  const found = await findMail(manager, mailId);
  if (!found) return { to: null, isCounted: false };
  const { at } = await manager.findOneByOrFail(CaseStep, { seq: found.mail.stepSeq });
  return { to: found.to, isCounted: found.mail.sentWith === null && Date.now() - at.getTime() < MAX_WAIT_MS };
}

export function describeCaseMail(dataSource: DataSource, { mailId }: Payload): Promise<Mail | null> {
  return dataSource.transaction(async (manager) => {
    const recipient = (await findMail(manager, mailId))?.to;
    if (!recipient) return null;
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, $2))', [
      'email' in recipient ? recipient.email.toLowerCase() : recipient.accountId,
      advisoryLocks.caseMails,
    ]);
    // Another mail may have included it since.
    const found = await findMail(manager, mailId);
    if (!found) return null;
    const { to, isConfirmed } = found;
    if (found.mail.sentWith === null) await merge(manager, mailId, to);
    const cases = [];
    for (const mail of await lastOfEachCase(manager, mailId)) cases.push(await describe(manager, mail));
    return { to, isConfirmed, cases: cases.filter((described) => described !== undefined) };
  });
}

/**
 * @returns undefined when the mail must not be sent: the address was removed or is not confirmed, or another mail
 * included it
 */
async function findMail(
  manager: EntityManager,
  id: string,
): Promise<{ mail: CaseMail; to: CaseRecipient; isConfirmed: boolean } | undefined> {
  const mail = await manager.findOneBy(CaseMail, { id });
  const to = mail && (await recipientOf(manager, mail));
  if (!to) return undefined;
  const { wasMailed, isConfirmed } = await addressState(manager, to);
  const isToBeSent = mail.sentWith === null ? isConfirmed || !wasMailed : mail.sentWith === id;
  return isToBeSent ? { mail, to, isConfirmed } : undefined;
}

async function merge(manager: EntityManager, mailId: string, to: CaseRecipient): Promise<void> {
  const others = (await waitingMails(manager, to)).slice(0, MAX_MERGED - 1);
  await manager.update(CaseMail, { id: In([mailId, ...others.map(({ id }) => id)]) }, { sentWith: mailId });
}

function lastOfEachCase(manager: EntityManager, mailId: string): Promise<CaseMail[]> {
  return manager
    .createQueryBuilder(CaseMail, 'mail')
    .distinctOn(['mail.caseId'])
    .where({ sentWith: mailId })
    .orderBy({ 'mail.caseId': 'ASC', 'mail.stepSeq': 'DESC' })
    .getMany();
}

async function describe(manager: EntityManager, mail: CaseMail): Promise<Mail['cases'][number] | undefined> {
  const abuseCase = await manager.findOneByOrFail(Case, { id: mail.caseId });
  const found = (await pagesOfCases(manager, [abuseCase.id])).get(abuseCase.id);
  if (!found) return undefined;
  const page = pageFor(mail.reportId, found, abuseCase);
  const { state, reason, actor } = await manager.findOneByOrFail(CaseStep, { seq: mail.stepSeq });
  const token = randomBytes(32).toString('base64url');
  await manager.delete(CaseLink, { mailId: mail.id });
  await manager.insert(CaseLink, {
    tokenHash: hash('sha256', token, 'base64url'),
    caseId: abuseCase.id,
    reportId: mail.reportId,
    mailId: mail.id,
  });
  return {
    ...{ token, state },
    ...{ path: page.path, title: page.title },
    isStopped: state === 'decided' ? abuseCase.isStopped : null,
    reason: actor === 'admin' || actor === 'system' ? reason : null,
    dueAt: state === abuseCase.state ? (abuseCase.dueAt?.toISOString() ?? null) : null,
  };
}
