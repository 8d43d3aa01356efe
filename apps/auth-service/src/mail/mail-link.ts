import type { TokenMailKind } from '../one-time-tokens/token-kinds.js';
import { tokenOfMail } from '../one-time-tokens/token-kinds.js';

export interface LinkFacts {
  kind: TokenMailKind;
  /** The token as the link carries it, with its PKCE mark if it has one. */
  tokenHash: string;
  /** Where the person ends; null: the product's start page. Allow-listed when the mail was asked for. */
  redirectTo: string | null;
  isPkce: boolean;
  /** Scheme, host and port of product and API. */
  origin: string;
}

/** The product's own pages take the token themselves; a PKCE flow goes on at whoever began it. */
const productPages: Partial<Record<TokenMailKind, string>> = {
  confirm_signup: '/auth/confirm',
  recovery: '/auth/reset-password',
};

/** Where the button leads; undefined where only the code is of use. */
export function linkOfMail({ kind, tokenHash, redirectTo, isPkce, origin }: LinkFacts): string | undefined {
  if (kind === 'reauthentication') return undefined;
  const page = isPkce ? undefined : productPages[kind];
  const query = new URLSearchParams({ token: tokenHash, type: tokenOfMail[kind].kind });
  if (page !== undefined) {
    if (redirectTo !== null) query.set('redirect_to', redirectTo);
    return `${origin}${page}?${query.toString()}`;
  }
  query.set('redirect_to', redirectTo ?? origin);
  return `${origin}/auth/v1/verify?${query.toString()}`;
}
