import { layOutMail, type OutgoingMail } from '@haru/mail';
import type { EntityManager } from 'typeorm';
import type { MailEnv } from '../config.js';
import type { FeedbackMail } from './feedback-mail.js';
import { Report, ReportEntry } from '../tables/report.entity.js';

/** An operator's answer to a report. */
export const answerMail: FeedbackMail = { kind: 'answer', compose: composeAnswer };

/** @returns undefined if the reporter's address was deleted */
async function composeAnswer(
  manager: EntityManager,
  mailRequestId: string,
  { MAIL_FROM: from, PRODUCT_NAME: productName, PUBLIC_ORIGIN: origin }: MailEnv,
): Promise<OutgoingMail | undefined> {
  const answer = await manager.findOneByOrFail(ReportEntry, { mailRequestId });
  const report = await manager.findOneByOrFail(Report, { id: answer.reportId });
  if (report.email === null) return undefined;
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
