import { type MailKind, mailKinds } from '@haru/contracts';
import type { TokenKind, TokenSlot } from '../../tables/mail/one-time-token.entity.js';

export type TokenMailKind = Exclude<MailKind, `notice_${string}`>;

export const tokenOfMail: Record<TokenMailKind, { slot: TokenSlot; kind: TokenKind }> = {
  confirm_signup: { slot: 'confirmation', kind: 'signup' },
  invite: { slot: 'confirmation', kind: 'invite' },
  recovery: { slot: 'recovery', kind: 'recovery' },
  magic_link: { slot: 'recovery', kind: 'magiclink' },
  email_change_current: { slot: 'email_change_current', kind: 'email_change' },
  email_change_new: { slot: 'email_change_new', kind: 'email_change' },
  reauthentication: { slot: 'reauthentication', kind: 'reauthentication' },
};

export function isTokenMail(kind: MailKind): kind is TokenMailKind {
  return kind in tokenOfMail;
}

/** Lists the mails that carry a token of this slot. */
export function kindsOfSlot(slot: TokenSlot): readonly TokenMailKind[] {
  return mailKinds.filter(isTokenMail).filter((kind) => tokenOfMail[kind].slot === slot);
}

/** At `/verify`, `email` stands for whichever of confirmation and recovery fits. */
const verifyTypes = ['signup', 'invite', 'recovery', 'magiclink', 'email_change', 'email'] as const;
export type VerifyType = (typeof verifyTypes)[number];

export function findVerifyType(type: string): VerifyType | undefined {
  return verifyTypes.find((each) => each === type);
}

export function kindsOf(type: VerifyType): readonly TokenKind[] {
  return type === 'email' ? ['signup', 'invite', 'recovery', 'magiclink'] : [type];
}
