import { randomUUID } from 'node:crypto';
import { reportTypeLabels } from '@haru/contracts';
import { advisoryLocks } from '@haru/database';
import { layOutMail, type OutgoingMail } from '@haru/mail';
import type { EntityManager } from 'typeorm';
import type { MailSettings } from './mail-settings.js';

interface ToldReport {
  type: keyof typeof reportTypeLabels;
  title: string;
  description: string;
}

/** More than these are only counted: a flood of reports must not become a mail that no server takes. */
const MAX_SHOWN = 20;
const EXCERPT_LENGTH = 120;

/**
 * Asks for a mail about the reports that no mail tells of.
 * @returns its id; undefined while one that was asked for before is still gathering
 */
export async function askForDigest(manager: EntityManager): Promise<string | undefined> {
  await lockDigests(manager);
  const [asked] = await manager.query<{ id: string }[]>(
    `INSERT INTO mail_requests (id, kind) VALUES ($1, 'digest') ON CONFLICT DO NOTHING RETURNING id`,
    [randomUUID()],
  );
  return asked?.id;
}

/**
 * The mail with everything that no earlier one told of; tried again, the same mail.
 * @returns a date while the last mail is too recent, undefined when there is nothing to tell or nobody to tell it to
 */
export async function composeDigest(
  manager: EntityManager,
  mailRequestId: string,
  settings: MailSettings,
): Promise<OutgoingMail | Date | undefined> {
  const { operatorEmail } = settings;
  if (operatorEmail === undefined) return undefined;
  // Whoever asks for a digest waits: a report comes either before, and is told of here, or after, and asks for another.
  await lockDigests(manager);
  const notBefore = await timeOfNext(manager, mailRequestId, settings.digestIntervalSeconds);
  if (notBefore > new Date()) return notBefore;
  await manager.query(
    `UPDATE mail_requests SET composed_at = clock_timestamp() WHERE id = $1 AND composed_at IS NULL`,
    [mailRequestId],
  );
  await manager.query('UPDATE reports SET digest_id = $1 WHERE digest_id IS NULL', [mailRequestId]);
  const [found] = await manager.query<{ count: number }[]>(
    'SELECT count(*)::int AS count FROM reports WHERE digest_id = $1',
    [mailRequestId],
  );
  const count = found?.count ?? 0;
  if (count === 0) return undefined;
  const reports = await manager.query<ToldReport[]>(
    `SELECT type, title, description FROM reports WHERE digest_id = $1
     ORDER BY created_at DESC, id DESC LIMIT ${MAX_SHOWN}`,
    [mailRequestId],
  );
  return digestMail({ mailRequestId, operatorEmail, reports, count }, settings);
}

/** When the last digest, or the one before it that is still on its way, is long enough ago. */
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
  // The 2 keeps this key apart from those of the outbox (0) and of mails in hand (7).
  await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('operator digests', $1))`, [
    advisoryLocks.operatorDigest,
  ]);
}

interface Digest {
  mailRequestId: string;
  operatorEmail: string;
  reports: readonly ToldReport[];
  count: number;
}

function digestMail(
  { mailRequestId, operatorEmail, reports, count }: Digest,
  { from, productName, origin }: MailSettings,
): OutgoingMail {
  const subject = `${productName}：新しい報告が${count}件あります`;
  return {
    from,
    to: operatorEmail,
    subject,
    messageId: `<${mailRequestId}@${new URL(origin).hostname}>`,
    ...layOutMail({
      productName,
      link: `${origin}/admin`,
      words: {
        subject,
        heading: `新しい報告が${count}件あります`,
        paragraphs: [
          ...reports.map(
            ({ type, title, description }) => `【${reportTypeLabels[type]}】${excerpt(title)}\n${excerpt(description)}`,
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
