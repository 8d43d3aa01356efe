import { join } from 'node:path';
import { type MailKind, mailKinds } from '@haru/contracts';
import { importFolder } from '@haru/service-runtime';
import type { TokenSlot } from '../tables/mail/one-time-token.entity.js';
import type { AccountMail, TokenMail, TokenMailKind } from './account-mail.js';

/** The mails in `texts/*.mail.ts`. */
const mails = new Map(
  (await importFolder(join(import.meta.dirname, 'texts'), /\.mail\.[jt]s$/)).map((exported) => {
    // Each of these files exports one mail.
    const mail = exported as AccountMail;
    return [mail.kind, mail];
  }),
);

const missing = mailKinds.filter((kind) => !mails.has(kind));
if (missing.length > 0) throw new Error(`no file in apps/auth-service/src/mail/texts has the mails ${missing.join()}`);

export function accountMail(kind: TokenMailKind): TokenMail;
export function accountMail(kind: MailKind): AccountMail;
export function accountMail(kind: MailKind): AccountMail {
  const mail = mails.get(kind);
  if (!mail) throw new Error(`there is no mail ${kind} in this version`);
  return mail;
}

function isTokenMail(kind: MailKind): kind is TokenMailKind {
  return 'token' in accountMail(kind);
}

export const tokenMailKinds = mailKinds.filter(isTokenMail);

/** Lists the mails that carry a token of this slot. */
export function kindsOfSlot(slot: TokenSlot): readonly TokenMailKind[] {
  return tokenMailKinds.filter((kind) => accountMail(kind).token.slot === slot);
}
