import { layOutMail, MailComposer, type OutgoingMail } from '@haru/mail';
import { unsubscribePath } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Setting } from '../settings.js';
import type { User } from '../tables/account/user.entity.js';
import { MailRequest } from '../tables/mail/mail-request.entity.js';
import type { AccountMail } from './account-mail.js';
import { accountMail } from './account-mails.js';
import { linkOfMail } from './links/mail-link.js';
import { makeUnsubscribeToken } from './links/unsubscribe-token.js';
import { contentOfMail, type MailContent } from './tokens/mail-tokens.js';
import { OneTimeTokens } from './tokens/one-time-tokens.js';

const lifeNote = '有効期間は1時間です。使えるのは一度だけです。';
const guessNote = '確認コードを10回間違えると、最後に届いたメールから1時間はコードを使えません。';

/** Composes this service's mails and makes the token of each. */
@Injectable()
export class AuthMailComposer extends MailComposer {
  constructor(
    private readonly tokens: OneTimeTokens,
    @Setting('MAIL_FROM') private readonly from: string,
    @Setting('PRODUCT_NAME') private readonly productName: string,
    @Setting('PUBLIC_ORIGIN') private readonly origin: string,
    @Setting('AUTH_REFRESH_TOKEN_SECRET') private readonly secret: string,
  ) {
    super();
  }

  async compose(manager: EntityManager, id: string): Promise<OutgoingMail | undefined> {
    const request = await manager.findOneByOrFail(MailRequest, { id });
    const content = await contentOfMail(manager, this.tokens, request);
    return content && this.composeMail(request, content);
  }

  private composeMail(request: MailRequest, content: MailContent): OutgoingMail {
    const { from, productName, origin } = this;
    const mail = accountMail(request.kind);
    const { token } = content;
    const words = mail.write({ productName, ...factsOf(request, content) });
    const link = linkOf(mail, request, token?.tokenHash, origin);
    const unsubscribeUrl =
      'isOptional' in mail && mail.isOptional
        ? `${origin}${unsubscribePath}?token=${makeUnsubscribeToken(this.secret, request.userId)}`
        : undefined;
    return {
      from,
      to: request.address,
      subject: words.subject,
      messageId: `<${request.id}@${new URL(origin).hostname}>`,
      unsubscribeUrl,
      ...layOutMail({
        words,
        productName,
        link,
        code: token?.code,
        lifeNote: token && `${lifeNote}${guessNote}${link === undefined ? '' : 'リンクはその間も使えます。'}`,
        unsubscribe:
          unsubscribeUrl === undefined ? undefined : { label: 'このお知らせメールを停止する', url: unsubscribeUrl },
      }),
    };
  }
}

function linkOf(
  mail: AccountMail,
  { redirectTo }: MailRequest,
  tokenHash: string | undefined,
  origin: string,
): string | undefined {
  if ('token' in mail) {
    if (tokenHash === undefined) return undefined;
    return linkOfMail({ kind: mail.kind, tokenHash, redirectTo, isPkce: tokenHash.startsWith('pkce_'), origin });
  }
  return mail.path === undefined ? undefined : `${origin}${mail.path}`;
}

function factsOf(request: MailRequest, { user, claim, hasCompetingSignUps, isContested }: MailContent) {
  return {
    newEmail: otherAddress(request, user),
    happenedAt: claim === null ? request.createdAt : new Date(claim.askedAt),
    choosesPassword: claim !== null && claim.passwordHash !== null,
    hasCompetingSignUps,
    isContested,
    temporarySince: user.isAnonymous ? user.createdAt : undefined,
    details: request.details,
  };
}

/** Returns the address that a change leads to. Once it is done, it is the account's own. */
function otherAddress({ kind }: MailRequest, user: User): string | null {
  return kind === 'notice_email_changed' ? user.email : user.newEmail;
}
