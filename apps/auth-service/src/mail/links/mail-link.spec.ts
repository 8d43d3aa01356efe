import { describe, expect, it } from '@jest/globals';
import { linkOfMail, type LinkFacts } from './mail-link.js';

const origin = 'https://haru.example';
const verify = `${origin}/auth/v1/verify`;

const linkOf = (facts: Partial<LinkFacts>) =>
  linkOfMail({ kind: 'confirm_signup', tokenHash: 'abc', redirectTo: null, isPkce: false, origin, ...facts });

const pkce = { isPkce: true, tokenHash: 'pkce_abc' };

describe('the link of a mail', () => {
  it('leads to the page of the product', () => {
    expect(linkOf({})).toBe(`${origin}/auth/confirm?token=abc&type=signup`);
    expect(linkOf({ kind: 'recovery' })).toBe(`${origin}/auth/reset-password?token=abc&type=recovery`);
  });

  it('leads there as well for a PKCE flow of the product, and names the flow', () => {
    const redirectTo = `${origin}/auth/reset-password?x=1&sb_flow_id=f1`;
    expect(linkOf({ ...pkce, kind: 'recovery', redirectTo })).toBe(
      `${origin}/auth/reset-password?token=pkce_abc&type=recovery&sb_flow_id=f1`,
    );
    expect(linkOf({ ...pkce, redirectTo: `${origin}/auth/confirm` })).toBe(
      `${origin}/auth/confirm?token=pkce_abc&type=signup`,
    );
  });

  it.each([null, `${origin}/`, `${origin}/auth/reset-password`, 'https://other.example/auth/confirm'])(
    'sends any other PKCE flow back to its client with a code (%s)',
    (redirectTo) => {
      const query = new URLSearchParams({ token: 'pkce_abc', type: 'signup', redirect_to: redirectTo ?? origin });
      expect(linkOf({ ...pkce, redirectTo })).toBe(`${verify}?${query.toString()}`);
    },
  );
});
