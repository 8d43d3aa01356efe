import { describe, expect, it } from '@jest/globals';
import { VerifiedTokens } from './verified-tokens.js';

const caller = { role: 'authenticated', accountId: 'a', sessionId: 's', isAnonymous: false } as const;
const now = 1_800_000_000_000;

describe('tokens verified a moment ago', () => {
  it('knows them by the whole header, for a minute', () => {
    const tokens = new VerifiedTokens();
    tokens.remember('Bearer one', caller, now / 1000 + 3600, now);
    expect(tokens.callerOf('Bearer one', now + 59_999)).toBe(caller);
    expect(tokens.callerOf('Bearer two', now)).toBeUndefined();
    expect(tokens.callerOf(undefined, now)).toBeUndefined();
    expect(tokens.callerOf('Bearer one', now + 60_000)).toBeUndefined();
  });

  it('never outlives the token', () => {
    const tokens = new VerifiedTokens();
    tokens.remember('Bearer one', caller, now / 1000 + 5, now);
    expect(tokens.callerOf('Bearer one', now + 4_999)).toBe(caller);
    expect(tokens.callerOf('Bearer one', now + 5_000)).toBeUndefined();
  });

  it('keeps so many and no more', () => {
    const tokens = new VerifiedTokens();
    for (let i = 0; i <= 10_000; i++) tokens.remember(`Bearer ${i}`, caller, now / 1000 + 60, now);
    expect(tokens.callerOf('Bearer 0', now)).toBeUndefined();
    expect(tokens.callerOf('Bearer 10000', now)).toBe(caller);
  });
});
