import { randomUUID } from 'node:crypto';
import { keptReportLabels } from '@haru/contracts';
import { advisoryLocks } from '@haru/database';
import { layOutMail, type OutgoingMail } from '@haru/mail';
import { type EntityManager, IsNull } from 'typeorm';
import type { MailEnv } from '../config.js';
import type { FeedbackMail } from './feedback-mail.js';
import { MailRequest } from '../tables/mail-request.entity.js';
import { Report } from '../tables/report.entity.js';

/** Further reports are only counted, so that the mail does not become too large. */
const MAX_SHOWN = 20;
const EXCERPT_LENGTH = 120;

/** Lists new reports for the operators. */
export const digestMail: FeedbackMail = { kind: 'digest', compose: composeDigest };

/**
 * Requests a digest of the reports that no mail has listed.
 * @returns its id; undefined if an earlier request still collects reports
 */
export async function askForDigest(manager: EntityManager): Promise<string | undefined> {
  await lockDigests(manager);
  const id = randomUUID();
  const asked = await manager
    .createQueryBuilder()
    .insert()
    .into(MailRequest)
    .values({ id, kind: 'digest' })
    .orIgnore()
    .returning('id')
    .execute();
  return (asked.raw as unknown[]).length > 0 ? id : undefined;
}

/**
 * Composes the mail with every report that no earlier one listed; a retry gives the same mail.
 * @returns the earliest time if the last mail is too recent; undefined without a report or an operator's address
 */
async function composeDigest(
  manager: EntityManager,
  mailRequestId: string,
  config: MailEnv,
): Promise<OutgoingMail | Date | undefined> {
  const { OPERATOR_EMAIL: operatorEmail } = config;
  if (operatorEmail === undefined) return undefined;
  // This excludes new digests: a report committed before is listed here, one committed after requests the next digest.
  await lockDigests(manager);
  const notBefore = await timeOfNext(manager, mailRequestId, config.OPERATOR_MAIL_INTERVAL);
  if (notBefore > new Date()) return notBefore;
  const composedAt = () => 'clock_timestamp()';
  await manager.update(MailRequest, { id: mailRequestId, composedAt: IsNull() }, { composedAt });
  await manager.update(Report, { digestId: IsNull() }, { digestId: mailRequestId });
  const [reports, count] = await manager.findAndCount(Report, {
    where: { digestId: mailRequestId },
    order: { createdAt: 'DESC', id: 'DESC' },
    take: MAX_SHOWN,
  });
  return count === 0 ? undefined : layOut({ mailRequestId, operatorEmail, reports, count }, config);
}

/** Returns the earliest time of the next digest, counted from the last one or one still to be sent. */
async function timeOfNext(manager: EntityManager, mailRequestId: string, seconds: number): Promise<Date> {
  const [last] = await manager.query<{ at: Date | null }[]>(
    `SELECT max(coalesce(settled_at, clock_timestamp())) + make_interval(secs => $2) AS at FROM mail_requests
     WHERE kind = 'digest' AND composed_at IS NOT NULL AND id <> $1 AND outcome IS DISTINCT FROM 'void'
       AND NOT EXISTS (SELECT FROM mail_requests own WHERE own.id = $1 AND own.composed_at IS NOT NULL)`,
    [mailRequestId, seconds],
  );
  return last?.at ?? new Date(0);
}

async function lockDigests(manager: EntityManager): Promise<void> {
  await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('operator digests', $1))`, [
    advisoryLocks.operatorDigest,
  ]);
}

interface Digest {
  mailRequestId: string;
  operatorEmail: string;
  reports: readonly Pick<Report, 'type' | 'title' | 'description'>[];
  count: number;
}

function layOut(
  { mailRequestId, operatorEmail, reports, count }: Digest,
  { MAIL_FROM: from, PRODUCT_NAME: productName, PUBLIC_ORIGIN: origin }: MailEnv,
): OutgoingMail {
  const subject = `${productName}：新しい不具合・要望が${count}件あります`;
  return {
    from,
    to: operatorEmail,
    subject,
    messageId: `<${mailRequestId}@${new URL(origin).hostname}>`,
    ...layOutMail({
      productName,
      link: `${origin}/admin?tab=reports`,
      words: {
        subject,
        heading: `新しい不具合・要望が${count}件あります`,
        paragraphs: [
          ...reports.map(
            ({ type, title, description }) => `【${keptReportLabels[type]}】${excerpt(title)}\n${excerpt(description)}`,
          ),
          ...(count > reports.length ? [`ほか${count - reports.length}件`] : []),
        ],
        button: '管理画面で確認する',
        note: 'このメールは運営者に自動で送信しています。',
      },
    }),
  };
}

function excerpt(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ')];
  return characters.length <= EXCERPT_LENGTH ? characters.join('') : `${characters.slice(0, EXCERPT_LENGTH).join('')}…`;
}
