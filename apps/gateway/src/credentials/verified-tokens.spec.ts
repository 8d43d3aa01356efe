import { describe, expect, it } from '@jest/globals';
import { VerifiedTokens } from './verified-tokens.js';

const caller = { role: 'authenticated', accountId: 'a', sessionId: 's', isAnonymous: false } as const;
const start = 1_800_000_000_000;

function tokensAt() {
  const clock = { now: start };
  return { clock, tokens: new VerifiedTokens(() => clock.now) };
}

describe('VerifiedTokens', () => {
  it('knows a token for a minute', () => {
    const { clock, tokens } = tokensAt();
    tokens.remember('one', caller, start / 1000 + 3600);
    clock.now = start + 60_000;
    expect(tokens.callerOf('one')).toBe(caller);
    expect(tokens.callerOf('two')).toBeUndefined();
    clock.now = start + 60_001;
    expect(tokens.callerOf('one')).toBeUndefined();
  });

  it('never outlives the token', () => {
    const { clock, tokens } = tokensAt();
    tokens.remember('one', caller, start / 1000 + 5);
    clock.now = start + 5_001;
    expect(tokens.callerOf('one')).toBeUndefined();
    tokens.remember('two', caller, start / 1000);
    expect(tokens.callerOf('two')).toBeUndefined();
  });

  it('keeps a bounded number', () => {
    const { tokens } = tokensAt();
    for (let i = 0; i <= 10_000; i++) tokens.remember(`${i}`, caller, start / 1000 + 60);
    expect(tokens.size).toBe(10_000);
    expect(tokens.callerOf('0')).toBeUndefined();
    expect(tokens.callerOf('10000')).toBe(caller);
  });

  it('drops what has expired', () => {
    const { clock, tokens } = tokensAt();
    for (let i = 0; i < 100; i++) tokens.remember(`${i}`, caller, start / 1000 + 60);
    clock.now = start + 60_001;
    tokens.remember('later', caller, start / 1000 + 120);
    expect(tokens.size).toBe(1);
  });
});
