import type { MailKind } from '@haru/contracts';
import type { MailText } from '@haru/mail';
import type { User } from '../tables/account/user.entity.js';
import type { TokenKind, TokenSlot } from '../tables/mail/one-time-token.entity.js';

/** These mails carry a token. */
export type TokenMailKind = Exclude<MailKind, `notice_${string}`>;

export interface MailFacts {
  productName: string;
  /** The account is to move to this address, or has moved to it. */
  newEmail?: string | null | undefined;
  /** The reported change happened or was requested then. */
  happenedAt: Date;
  /** The sign-up has a password, which its confirmation sets. */
  choosesPassword: boolean;
  /** Other sign-ups with the address were requested shortly before. */
  hasCompetingSignUps: boolean;
  /** Sign-ups with the address chose different passwords, so none is set. */
  isContested: boolean;
  /** A temporary account exists since this time. */
  temporarySince?: Date | undefined;
  /** Whoever requested the mail gave these; the mail parses them. */
  details?: unknown;
}

interface Mail {
  write: (facts: MailFacts) => MailText;
  /** The mail is not sent if its account has changed so that it is no longer true. */
  isWanted?: (user: User, address: string) => boolean;
}

/** A mail with a code, and with a link that its button follows. */
export interface TokenMail extends Mail {
  kind: TokenMailKind;
  token: { slot: TokenSlot; kind: TokenKind };
  /** This page of the product takes the token itself; null: the mail has a code only. Otherwise the API takes it. */
  page?: string | null;
}

/** A mail that only tells something. */
export interface NoticeMail extends Mail {
  kind: Exclude<MailKind, TokenMailKind>;
  /** Its button leads to this path of the product. */
  path?: string;
  /** The text needs such details; the tests write the mail with them. */
  exampleDetails?: object;
  /** The account does not need the mail, so it can be switched off with a link in it. */
  isOptional?: boolean;
}

export type AccountMail = TokenMail | NoticeMail;
