import { z } from 'zod';
import { expiringSiteSchema } from '@haru/contracts';
import type { NoticeMail } from '../account-mail.js';
import { when } from './phrases.js';

const detailsSchema = z.object({ total: z.int(), sites: z.array(expiringSiteSchema) });

export const expiringPages: NoticeMail = {
  kind: 'notice_expiring_pages',
  path: '/?view=dashboard',
  isOptional: true,
  exampleDetails: { total: 2, sites: [{ title: '春のおしらせ', expiresAt: '2026-11-25T03:00:00.000Z' }] },
  // The owner may switch the mails off before this one is sent.
  isWanted: ({ expiryMails }) => expiryMails,
  write: ({ productName, details }) => {
    const expiring = detailsSchema.parse(details);
    return {
      subject: `${productName}：まもなく公開が終わるページがあります（${expiring.total}件）`,
      heading: 'まもなく公開が終わるページがあります',
      paragraphs: [
        '次のページの公開がまもなく終わります。続けて公開するには、マイページで期限を延長してください。',
        linesOf(expiring).join('\n'),
      ],
      button: 'マイページを開く',
      note: 'このメールは、ページの期限の3日前と前日にお送りしています。設定でも停止できます。',
    };
  },
};

function linesOf({ total, sites }: z.infer<typeof detailsSchema>): string[] {
  const named = sites.map(({ title, expiresAt }) => `・${title}（${when.format(new Date(expiresAt))}まで）`);
  return total > sites.length ? [...named, `ほか${total - sites.length}件`] : named;
}
