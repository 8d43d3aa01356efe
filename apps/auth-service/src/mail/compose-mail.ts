import { layOutMail, MailComposer, type OutgoingMail } from '@haru/mail';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AUTH_CONFIG, type AuthWorkerConfig } from '../config.js';
import type { User } from '../entities/account/user.entity.js';
import { MailRequest } from '../entities/mail/mail-request.entity.js';
import { contentOfMail, type MailContent } from './mail-tokens.js';
import { OneTimeTokens } from '../one-time-tokens/one-time-tokens.js';
import { isTokenMail } from '../one-time-tokens/token-kinds.js';
import { linkOfMail } from '../links/mail-link.js';
import { mailText } from './mail-text.js';

type MailConfig = Pick<AuthWorkerConfig, 'MAIL_FROM' | 'PRODUCT_NAME' | 'PUBLIC_ORIGIN'>;

const lifeNote = '有効期間は1時間です。使えるのは一度だけです。';
const guessNote = '確認コードを10回間違えると、最後に届いたメールから1時間はコードを使えません。';

/** How this service's mails are made; the token of each as it is made. */
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
    return content && composeMail(request, content, this.config);
  }
}

/** The mail as it is sent. */
function composeMail(
  request: MailRequest,
  { user, token, claim, hasRivals, isContested }: MailContent,
  { MAIL_FROM: from, PRODUCT_NAME: productName, PUBLIC_ORIGIN: origin }: MailConfig,
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
