import { layOutMail, MailComposer, type OutgoingMail } from '@haru/mail';
import { unsubscribePath } from '@haru/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AUTH_CONFIG, type AuthWorkerConfig } from '../config.js';
import type { User } from '../tables/account/user.entity.js';
import { ExpiryNotice } from '../tables/mail/expiry-notice.entity.js';
import { MailRequest } from '../tables/mail/mail-request.entity.js';
import { makeUnsubscribeToken } from './links/unsubscribe-token.js';
import { contentOfMail, type MailContent } from './tokens/mail-tokens.js';
import { OneTimeTokens } from './tokens/one-time-tokens.js';
import { isTokenMail } from './tokens/token-kinds.js';
import { linkOfMail } from './links/mail-link.js';
import { mailText } from './mail-text.js';

type MailConfig = Pick<AuthWorkerConfig, 'MAIL_FROM' | 'PRODUCT_NAME' | 'PUBLIC_ORIGIN' | 'AUTH_REFRESH_TOKEN_SECRET'>;

const lifeNote = '有効期間は1時間です。使えるのは一度だけです。';
const guessNote = '確認コードを10回間違えると、最後に届いたメールから1時間はコードを使えません。';

/** Composes this service's mails and makes the token of each. */
@Injectable()
export class AuthMailComposer extends MailComposer {
  constructor(
    private readonly tokens: OneTimeTokens,
    @Inject(AUTH_CONFIG) private readonly config: MailConfig,
  ) {
    super();
  }

  async compose(manager: EntityManager, id: string): Promise<OutgoingMail | undefined> {
    const request = await manager.findOneByOrFail(MailRequest, { id });
    const content = await contentOfMail(manager, this.tokens, request);
    if (content === undefined) return undefined;
    if (request.kind !== 'notice_expiring_pages') return composeMail(request, content, this.config);
    const expiring = await manager.findOneBy(ExpiryNotice, { mailRequestId: id });
    // The owner has switched the mails off meanwhile, or the clean-up has deleted the old notice.
    if (expiring === null || !content.user.expiryMails) return undefined;
    return composeExpiryMail(request, content, expiring, this.config);
  }
}

function composeMail(
  request: MailRequest,
  content: MailContent,
  { MAIL_FROM: from, PRODUCT_NAME: productName, PUBLIC_ORIGIN: origin }: MailConfig,
): OutgoingMail {
  const { token } = content;
  const { kind, address, redirectTo } = request;
  const words = mailText(kind, { productName, ...factsOf(request, content) });
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
    messageId: messageIdOf(request, origin),
    ...layOutMail({
      words,
      productName,
      link,
      code: token?.code,
      lifeNote: `${lifeNote}${guessNote}${link === undefined ? '' : 'リンクはその間も使えます。'}`,
    }),
  };
}

/** The account does not need this one mail, so it can be switched off. */
function composeExpiryMail(
  request: MailRequest,
  content: MailContent,
  expiring: ExpiryNotice,
  config: MailConfig,
): OutgoingMail {
  const { MAIL_FROM: from, PRODUCT_NAME: productName, PUBLIC_ORIGIN: origin } = config;
  const token = makeUnsubscribeToken(config.AUTH_REFRESH_TOKEN_SECRET, request.userId);
  const unsubscribeUrl = `${origin}${unsubscribePath}?token=${token}`;
  const words = mailText(request.kind, { productName, ...factsOf(request, content), expiring });
  return {
    from,
    to: request.address,
    subject: words.subject,
    messageId: messageIdOf(request, origin),
    unsubscribeUrl,
    ...layOutMail({
      words,
      productName,
      link: `${origin}/?view=dashboard`,
      unsubscribe: { label: 'このお知らせメールを停止する', url: unsubscribeUrl },
    }),
  };
}

function factsOf(request: MailRequest, { user, claim, hasCompetingSignUps, isContested }: MailContent) {
  return {
    newEmail: otherAddress(request, user),
    happenedAt: claim === null ? request.createdAt : new Date(claim.askedAt),
    choosesPassword: claim !== null && claim.passwordHash !== null,
    hasCompetingSignUps,
    isContested,
    temporarySince: user.isAnonymous ? user.createdAt : undefined,
  };
}

const messageIdOf = ({ id }: MailRequest, origin: string): string => `<${id}@${new URL(origin).hostname}>`;

/** Returns the address that a change leads to. Once it is done, it is the account's own. */
function otherAddress({ kind }: MailRequest, user: User): string | null {
  return kind === 'notice_email_changed' ? user.email : user.newEmail;
}
