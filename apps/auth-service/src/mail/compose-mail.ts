import { type ComposeMail, layOutMail, type OutgoingMail } from '@haru/mail';
import type { User } from '../entities/user.entity.js';
import { MailRequest } from '../entities/mail-request.entity.js';
import { contentOfMail, type MailContent } from './mail-tokens.js';
import type { OneTimeTokens } from '../one-time-tokens/one-time-tokens.js';
import { isTokenMail } from '../one-time-tokens/token-kinds.js';
import { linkOfMail } from '../links/mail-link.js';
import { mailText } from './mail-text.js';

export interface MailSettings {
  from: string;
  productName: string;
  /** Scheme, host and port of product and API. */
  origin: string;
}

const lifeNote = '有効期間は1時間です。使えるのは一度だけです。';
const guessNote = '確認コードを10回間違えると、最後に届いたメールから1時間はコードを使えません。';

/** How this service's mails are made; the token of each as it is made. */
export function mailComposer(tokens: OneTimeTokens, settings: MailSettings): ComposeMail {
  return async (manager, id) => {
    const request = await manager.findOneByOrFail(MailRequest, { id });
    const content = await contentOfMail(manager, tokens, request);
    return content && composeMail(request, content, settings);
  };
}

/** The mail as it goes out. */
function composeMail(
  request: MailRequest,
  { user, token, claim, hasRivals, isContested }: MailContent,
  { from, productName, origin }: MailSettings,
): OutgoingMail {
  const { kind, address, redirectTo } = request;
  const words = mailText(kind, {
    productName,
    newEmail: otherAddress(request, user),
    happenedAt: claim === null ? request.createdAt : new Date(claim.askedAt),
    choosesPassword: claim !== null && claim.passwordHash !== null,
    hasRivals,
    isContested,
    temporarySince: user.isAnonymous ? user.createdAt : undefined,
  });
  const link =
    token !== undefined && isTokenMail(kind)
      ? linkOfMail({
          kind,
          tokenHash: token.tokenHash,
          redirectTo,
          isPkce: token.tokenHash.startsWith('pkce_'),
          origin,
        })
      : undefined;
  return {
    from,
    to: address,
    subject: words.subject,
    messageId: `<${request.id}@${new URL(origin).hostname}>`,
    ...layOutMail({
      words,
      productName,
      link,
      code: token?.code,
      lifeNote: `${lifeNote}${guessNote}${link === undefined ? '' : 'リンクはその間も使えます。'}`,
    }),
  };
}

/** The address that a change leads to. Once it is done, it is the account's own. */
function otherAddress({ kind }: MailRequest, user: User): string | null {
  return kind === 'notice_email_changed' ? user.email : user.newEmail;
}
