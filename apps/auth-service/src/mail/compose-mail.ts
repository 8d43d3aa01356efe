import type { User } from '../accounts/user.entity.js';
import type { MailRequest } from '../one-time-tokens/mail-request.entity.js';
import type { MailContent } from '../one-time-tokens/mail-tokens.js';
import { isTokenMail } from '../one-time-tokens/token-kinds.js';
import { layOutMail } from './mail-layout.js';
import { linkOfMail } from './mail-link.js';
import { mailText } from './mail-text.js';
import type { OutgoingMail } from './smtp.js';

export interface MailSettings {
  from: string;
  productName: string;
  /** Scheme, host and port of product and API. */
  origin: string;
}

/** The mail as it goes out. */
export function composeMail(
  request: MailRequest,
  { user, token }: MailContent,
  { from, productName, origin }: MailSettings,
): OutgoingMail {
  const { kind, address, redirectTo } = request;
  const words = mailText(kind, { productName, newEmail: otherAddress(request, user), happenedAt: request.createdAt });
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
    ...layOutMail({ words, productName, link, code: token?.code }),
  };
}

/** The address that a change leads to. Once it is done, it is the account's own. */
function otherAddress({ kind }: MailRequest, user: User): string | null {
  return kind === 'notice_email_changed' ? user.email : user.newEmail;
}
