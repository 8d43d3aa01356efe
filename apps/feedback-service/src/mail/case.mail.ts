import { caseInternalMessages, type ReplyOf, type RequestContext } from '@haru/contracts';
import { layOutMail, type MailText, type OutgoingMail } from '@haru/mail';
import type { RequestClient } from '@haru/messaging';
import { randomUUID } from 'node:crypto';
import type { MailEnv } from '../config.js';
import { admitMail, type FeedbackMail } from './feedback-mail.js';

type Described = NonNullable<ReplyOf<typeof caseInternalMessages.describeCaseMail>['mail']>;
type DescribedCase = Described['cases'][number];

export interface CaseMail extends Described {
  address: string;
}

/** Tells the owner or the reporter of a page about their case, which sites-service describes. */
export const caseMail: FeedbackMail<CaseMail> = {
  kind: 'case',
  fetch: fetchCaseMail,
  compose: async (_manager, id, env, mail) => mail && composeCaseMail(mail, id, env),
};

/**
 * Asks for the mail's recipient, counts the mail on the recipient's budget, and asks for its content. The links of an
 * earlier attempt no longer work.
 * @returns when to ask again if the budget is used up; undefined: there is nothing to send, or no confirmed address to
 * send it to
 */
export async function fetchCaseMail(services: RequestClient, mailId: string): Promise<CaseMail | Date | undefined> {
  const context: RequestContext = { requestId: randomUUID(), caller: { role: 'service_role' } };
  const { to, isCounted } = await services.call(caseInternalMessages.findCaseMailRecipient, { mailId }, context);
  if (to === null) return undefined;
  const address = await admitMail(services, { to, isCounted }, context);
  if (typeof address !== 'string') return address;
  const { mail } = await services.call(caseInternalMessages.describeCaseMail, { mailId }, context);
  return mail ? { ...mail, address } : undefined;
}

export function composeCaseMail(
  { to, address, isConfirmed, cases }: CaseMail,
  mailRequestId: string,
  { MAIL_FROM: from, PRODUCT_NAME: productName, PUBLIC_ORIGIN: origin }: MailEnv,
): OutgoingMail | undefined {
  const parts = cases.map((one) => ({ ...wordsOf(one, to, origin), link: `${origin}/case#${one.token}` }));
  const [first, second] = parts;
  if (!first) return undefined;
  const one = second ? undefined : first;
  const heading = one?.heading ?? `通報についてのお知らせが${parts.length}件あります`;
  const subject = `${productName}：${one?.subject ?? heading}`;
  const paragraphs =
    one?.paragraphs ?? parts.map((part) => [`■ ${part.heading}`, ...part.paragraphs, part.link].join('\n'));
  const words = {
    ...{ subject, heading, note: NOTE },
    paragraphs: isConfirmed ? paragraphs : [...paragraphs, TO_BE_CONFIRMED],
    ...(one ? { button: '経過を見る' } : {}),
  };
  return {
    from,
    to: address,
    subject,
    messageId: `<${mailRequestId}@${new URL(origin).hostname}>`,
    ...layOutMail({ productName, words, link: one?.link }),
  };
}

const TO_BE_CONFIRMED =
  '「経過を見る」を押すと、このメールアドレスの確認が完了し、今後のお知らせもメールで届きます。押さない場合、このメールアドレスにはこれ以上お知らせを送信しません。';

const NOTE =
  'リンクを知っている人は、通報の経過を閲覧できます。ほかの人に転送しないでください。心当たりがない場合は、このメールを削除してください。';

type Words = Pick<MailText, 'subject' | 'heading' | 'paragraphs'>;

function wordsOf(
  { state, path, title, isStopped, reason, dueAt }: DescribedCase,
  to: Described['to'],
  origin: string,
): Words {
  // A reporter reads no title: anyone could put a text into mails to others with it.
  const named = 'email' in to ? '通報されたページ' : `「${title}」`;
  const page = `${named}\n${origin}/share/${path}`;
  const because = reason === null ? [] : [`理由：${reason}`];
  if ('email' in to) {
    const [heading, text] = reporterTexts[state === 'decided' && isStopped === false ? 'restored' : state];
    return { subject: heading, heading, paragraphs: [text, page, ...because] };
  }
  switch (state) {
    case 'inquiry':
      return {
        subject: '通報について回答をお願いします',
        heading: `「${title}」について回答をお願いします`,
        paragraphs: [
          `あなたのページについて通報がありました。${dueAt === null ? '' : `${minuteOf(dueAt)}までに`}下のボタンから回答してください。期限までに回答がない場合、公開を停止します。`,
          page,
          ...because,
        ],
      };
    case 'stopped':
      return {
        subject: 'ページの公開を停止しました',
        heading: `「${title}」の公開を停止しました`,
        paragraphs: [page, ...because, '納得できない場合は、下のボタンから1回だけ異議を申し立てられます。'],
      };
    default: {
      const isShown = state === 'dismissed' || isStopped === false;
      const heading = isShown ? 'ページに問題はないと判断しました' : '異議を確認しましたが、停止を続けます';
      return { subject: heading, heading, paragraphs: [page, ...because] };
    }
  }
}

const reporterTexts: Record<DescribedCase['state'] | 'restored', readonly [heading: string, text: string]> = {
  received: ['通報を受け付けました', '7日以内に確認し、結果をお知らせします。経過は下のボタンから確認できます。'],
  reviewing: ['通報の内容を確認しています', '経過は下のボタンから確認できます。'],
  inquiry: ['ページの作成者に事情を確認しています', '作成者の回答を確認してから判断します。'],
  stopped: ['通報されたページの公開を停止しました', 'ご協力ありがとうございました。'],
  dismissed: ['通報の確認が終わりました', '確認の結果、ページの公開を続けます。'],
  objected: ['作成者から異議がありました', '別の担当者が確認し、結果をお知らせします。'],
  decided: ['異議の確認が終わりました', '公開の停止を続けます。'],
  restored: ['通報されたページの公開を再開しました', '改めて確認し、問題はないと判断しました。'],
};

/** Formats the time in Japan: `12月1日 10:05`. The page is stopped then, not at the end of the day. */
function minuteOf(time: string): string {
  return new Date(time).toLocaleString('ja-JP', {
    ...{ timeZone: 'Asia/Tokyo', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  });
}
