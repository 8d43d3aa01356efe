import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@haru/contracts';
import { layOutMail, type OutgoingMail } from '@haru/mail';
import type { RequestClient } from '@haru/messaging';
import { type EntityManager, IsNull } from 'typeorm';
import type { MailEnv } from '../config.js';
import { admitMail, type FeedbackMail } from './feedback-mail.js';
import { MailRequest } from '../tables/mail-request.entity.js';
import { Report, ReportEntry } from '../tables/report.entity.js';

/** An operator's answer to a report. */
export const answerMail: FeedbackMail = { kind: 'answer', fetch: admitAnswer, compose: composeAnswer };

/** An answer waits at most this long, because strangers can use up the address's budget again and again. */
const MAX_WAIT_MS = DAY_MS;

/** Counts the answer, but not again when it was composed for an earlier attempt. */
async function admitAnswer(
  services: RequestClient,
  id: string,
  manager: EntityManager,
): Promise<string | Date | undefined> {
  const { createdAt, composedAt } = await manager.findOneByOrFail(MailRequest, { id });
  const { email } = (await answerOf(manager, id)).report;
  if (email === null) return undefined;
  const isCounted = composedAt === null && Date.now() - createdAt.getTime() < MAX_WAIT_MS;
  const context = { requestId: randomUUID(), caller: { role: 'service_role' } } as const;
  return admitMail(services, { to: { email }, isCounted }, context);
}

/** @returns undefined if the reporter's address was deleted */
async function composeAnswer(
  manager: EntityManager,
  mailRequestId: string,
  { MAIL_FROM: from, PRODUCT_NAME: productName, PUBLIC_ORIGIN: origin }: MailEnv,
): Promise<OutgoingMail | undefined> {
  const { report, answer } = await answerOf(manager, mailRequestId);
  if (report.email === null) return undefined;
  await manager.update(MailRequest, { id: mailRequestId, composedAt: IsNull() }, { composedAt: new Date() });
  const subject = `${productName}：お送りいただいた報告への返信`;
  return {
    from,
    to: report.email,
    subject,
    messageId: `<${mailRequestId}@${new URL(origin).hostname}>`,
    ...layOutMail({
      productName,
      words: {
        subject,
        heading: '報告への返信です',
        paragraphs: [
          `お送りいただいた「${report.title}」について、運営者から返信します。`,
          ...answer.text.split(/\n{2,}/),
        ],
        note: 'このメールに心当たりがない場合は、何もせずに削除してください。このメールに返信しても運営者には届きません。',
      },
    }),
  };
}

async function answerOf(
  manager: EntityManager,
  mailRequestId: string,
): Promise<{ report: Report; answer: ReportEntry }> {
  const answer = await manager.findOneByOrFail(ReportEntry, { mailRequestId });
  return { answer, report: await manager.findOneByOrFail(Report, { id: answer.reportId }) };
}
