import { caseInternalMessages, type MessageContract, mailInternalMessages } from '@haru/contracts';
import type { RequestClient } from '@haru/messaging';
import { describe, expect, it } from '@jest/globals';
import { type CaseMail, composeCaseMail, fetchCaseMail } from './case.mail.js';

const config = {
  ...{ MAIL_FROM: 'no-reply@haru.test', PRODUCT_NAME: 'Haru', PUBLIC_ORIGIN: 'https://haru.test' },
  ...{ OPERATOR_EMAIL: undefined, OPERATOR_MAIL_INTERVAL: 0 },
};
const one = {
  token: 'a',
  path: 'one',
  title: '一',
  state: 'stopped',
  isStopped: null,
  reason: null,
  dueAt: null,
} as const;
const other = { ...one, token: 'b', path: 'other', state: 'dismissed' } as const;
const to = { email: 'reporter@example.com' };
const mail: CaseMail = { to, address: to.email, isConfirmed: true, cases: [one] };

function answering(answers: ReadonlyMap<MessageContract, unknown>) {
  const asked: MessageContract[] = [];
  const call = (message: MessageContract) => (asked.push(message), Promise.resolve(answers.get(message)));
  return { asked, services: { call } as unknown as RequestClient };
}

describe('a mail about cases', () => {
  it('waits for its recipient’s budget before it is described', async () => {
    const { asked, services } = answering(
      new Map<MessageContract, unknown>([
        [caseInternalMessages.findCaseMailRecipient, { to, isCounted: true }],
        [mailInternalMessages.admitMail, { address: to.email, waitSeconds: 600 }],
      ]),
    );
    const later = await fetchCaseMail(services, 'id');
    expect(later).toBeInstanceOf(Date);
    expect(Number(later) - Date.now()).toBeGreaterThan(590_000);
    expect(asked).not.toContain(caseInternalMessages.describeCaseMail);
  });

  it('is not counted when there is nobody to send it to', async () => {
    const answers = new Map([[caseInternalMessages.findCaseMailRecipient, { to: null, isCounted: false }]]);
    const { asked, services } = answering(answers);
    expect(await fetchCaseMail(services, 'id')).toBeUndefined();
    expect(asked).toHaveLength(1);
  });

  it('has a button for one case, and a link for each of several', () => {
    expect(composeCaseMail(mail, 'id', config)).toMatchObject({
      subject: 'Haru：通報されたページの公開を停止しました',
      text: expect.stringContaining('経過を見る：\nhttps://haru.test/case#a'),
    });
    const merged = composeCaseMail({ ...mail, cases: [one, other] }, 'id', config);
    expect(merged?.subject).toBe('Haru：通報についてのお知らせが2件あります');
    for (const part of ['停止しました', '/one', 'case#a', '確認が終わりました', '/other', 'case#b'])
      expect(merged?.text).toContain(part);
    expect(composeCaseMail({ ...mail, cases: [] }, 'id', config)).toBeUndefined();
  });

  it('names the page by its title to its owner only', () => {
    const owner = { accountId: 'f3b1a0c2-1d52-4c8b-9d0a-7c1b1f3e5a90' };
    const toOwner = composeCaseMail({ ...mail, to: owner }, 'id', config);
    expect(toOwner?.text).toContain('「一」\nhttps://haru.test/share/one');
    expect(composeCaseMail(mail, 'id', config)?.text).not.toContain('一」');
  });

  it('tells the owner the time by which an answer must be there', () => {
    const asked = { ...one, state: 'inquiry', dueAt: '2026-12-01T01:05:00.000Z' } as const;
    const owner = { accountId: 'f3b1a0c2-1d52-4c8b-9d0a-7c1b1f3e5a90' };
    expect(composeCaseMail({ ...mail, to: owner, cases: [asked] }, 'id', config)?.text).toContain(
      '12月1日 10:05までに下のボタンから',
    );
  });

  it('names no objection to the reporter of a page that is shown again, because there may have been none', () => {
    const restored = { ...one, state: 'decided', isStopped: false } as const;
    const toReporter = composeCaseMail({ ...mail, cases: [restored] }, 'id', config);
    expect(toReporter?.subject).toBe('Haru：通報されたページの公開を再開しました');
    expect(toReporter?.text).not.toContain('異議');
  });

  it('says to an address that is not confirmed how it gets further mails', () => {
    const hint = '「経過を見る」を押すと、このメールアドレスの確認が完了し';
    expect(composeCaseMail(mail, 'id', config)?.text).not.toContain(hint);
    expect(composeCaseMail({ ...mail, isConfirmed: false }, 'id', config)?.text).toContain(hint);
  });
});
