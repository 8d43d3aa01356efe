import { previewLifetimeMs } from '@haru/contracts';
import { describe, expect, it } from '@jest/globals';
import { PreviewSigner } from './tickets.js';

describe('the token of a preview', () => {
  const signer = new PreviewSigner(['k'.repeat(32)]);
  const now = new Date('2026-11-22T12:00:00.000Z');
  const preview = { siteId: '11111111-1111-4111-8111-111111111111', version: 2_147_483_647 };
  const { token, expiresAt } = signer.sign(preview, now);

  it('is read until it expires', () => {
    expect(expiresAt.getTime()).toBe(now.getTime() + previewLifetimeMs);
    expect(signer.read(token, new Date(expiresAt.getTime() - 1))).toEqual(preview);
    expect(signer.read(token, expiresAt)).toBeUndefined();
  });

  it('is refused when a character of it differs, is missing or is added, and with another key', () => {
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === '1' ? '2' : '1';
      expect(signer.read(token.slice(0, at) + other + token.slice(at + 1), now)).toBeUndefined();
      expect(signer.read(token.slice(0, at), now)).toBeUndefined();
    }
    expect(signer.read(`${token}1`, now)).toBeUndefined();
    expect(signer.read('', now)).toBeUndefined();
    expect(new PreviewSigner(['x'.repeat(32)]).read(token, now)).toBeUndefined();
  });
});
