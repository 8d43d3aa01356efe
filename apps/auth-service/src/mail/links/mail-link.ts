import type { TokenMailKind } from '../account-mail.js';
import { accountMail } from '../account-mails.js';

export interface LinkFacts {
  kind: TokenMailKind;
  /** The link carries the token in this form, with its PKCE mark if it has one. */
  tokenHash: string;
  /** The link leads here in the end; null: to the product's start page. It is checked against the allow list before. */
  redirectTo: string | null;
  isPkce: boolean;
  /** This is the scheme, host and port of product and API. */
  origin: string;
}

/** A PKCE client adds this to the address that it asks to be sent back to, to find the flow that it continues. */
const FLOW_ID_PARAMETER = 'sb_flow_id';

/**
 * States where the button leads; undefined for mails that only have a code. A PKCE flow continues in the client that
 * started it: for links to the product's own page, that is the product.
 */
export function linkOfMail({ kind, tokenHash, redirectTo, isPkce, origin }: LinkFacts): string | undefined {
  const { page, token } = accountMail(kind);
  if (page === null) return undefined;
  const query = new URLSearchParams({ token: tokenHash, type: token.kind });
  if (page !== undefined && !isPkce) {
    if (redirectTo !== null) query.set('redirect_to', redirectTo);
    return `${origin}${page}?${query.toString()}`;
  }
  if (page !== undefined && redirectTo !== null && isSamePage(redirectTo, `${origin}${page}`)) {
    const flowId = new URL(redirectTo).searchParams.get(FLOW_ID_PARAMETER);
    if (flowId !== null) query.set(FLOW_ID_PARAMETER, flowId);
    return `${origin}${page}?${query.toString()}`;
  }
  query.set('redirect_to', redirectTo ?? origin);
  return `${origin}/auth/v1/verify?${query.toString()}`;
}

function isSamePage(address: string, page: string): boolean {
  const [one, other] = [new URL(address), new URL(page)];
  return one.origin === other.origin && one.pathname === other.pathname;
}
