import { layOutMail, type OutgoingMail } from '@haru/mail';
import type { EntityManager } from 'typeorm';
import type { MailSettings } from './mail-settings.js';

/** An operator's answer. Undefined when the reporter's address is gone, with the account or otherwise. */
export async function composeAnswer(
  manager: EntityManager,
  mailRequestId: string,
  { from, productName, origin }: MailSettings,
): Promise<OutgoingMail | undefined> {
  const [answer] = await manager.query<{ text: string; title: string; email: string | null }[]>(
    `SELECT entry.text, report.title, report.email
     FROM report_entries entry JOIN reports report ON report.id = entry.report_id
     WHERE entry.mail_request_id = $1`,
    [mailRequestId],
  );
  if (!answer?.email) return undefined;
  const subject = `${productName}：お送りいただいた報告への返信`;
  return {
    from,
    to: answer.email,
    subject,
    messageId: `<${mailRequestId}@${new URL(origin).hostname}>`,
    ...layOutMail({
      productName,
      words: {
        subject,
        heading: '報告への返信です',
        paragraphs: [
          `お送りいただいた「${answer.title}」について、運営者から返信します。`,
          ...answer.text.split(/\n{2,}/),
        ],
        note: 'このメールに心当たりがない場合は、何もせずに削除してください。このメールに返信しても運営者には届きません。',
      },
    }),
  };
}
