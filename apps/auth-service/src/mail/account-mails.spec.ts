import { describe, expect, it } from '@jest/globals';
import { mailKinds } from '@haru/contracts';
import type { MailFacts } from './account-mail.js';
import { accountMail } from './account-mails.js';

const facts: MailFacts = {
  productName: '貼る',
  happenedAt: new Date('2026-11-21T05:00:00Z'),
  choosesPassword: true,
  hasCompetingSignUps: true,
  isContested: false,
};

/** Each file of a mail has an example of what its text needs. */
const detailsOf = (kind: (typeof mailKinds)[number]) => {
  const mail = accountMail(kind);
  return 'exampleDetails' in mail ? mail.exampleDetails : undefined;
};

/** Collects every text of every mail; some have one for each kind of account. */
const wordsOf = (kind: (typeof mailKinds)[number]): string =>
  [
    facts,
    { ...facts, isContested: true },
    { ...facts, choosesPassword: false },
    { ...facts, temporarySince: new Date('2026-11-20T05:00:00Z') },
  ]
    .map((each) => JSON.stringify(accountMail(kind).write({ ...each, details: detailsOf(kind) })))
    .join('\n');

describe('the mails', () => {
  it.each(mailKinds)('%s uses the words of the screens, and no legal terms', (kind) => {
    const words = wordsOf(kind).replaceAll('メールアドレス', '');
    expect(words.match(/サイト|アドレス|期限切れ|依頼|承認|第三者|有効になりません|写し取られ/g)).toBeNull();
  });
});
