import { describe, expect, it } from '@jest/globals';
import { sessionState } from './session-state.js';

const now = new Date('2030-01-01T00:00:00Z');
const before = new Date(now.getTime() - 1);
const later = new Date(now.getTime() + 1);
const good = { bannedUntil: null, deletedAt: null };

describe('sessionState', () => {
  it.each([
    ['no account', null, true, 'user_not_found'],
    ['a deleted account', { ...good, deletedAt: before }, true, 'user_not_found'],
    ['a banned account', { ...good, bannedUntil: later }, true, 'user_banned'],
    ['a banned account without the session', { ...good, bannedUntil: later }, false, 'user_banned'],
    ['a ban that ends now', { ...good, bannedUntil: now }, true, 'live'],
    ['a ban that is over', { ...good, bannedUntil: before }, true, 'live'],
    ['an ended session', good, false, 'session_not_found'],
    ['a live session', good, true, 'live'],
  ] as const)('%s', (_what, user, sessionExists, state) => {
    expect(sessionState(user, sessionExists, now)).toBe(state);
  });
});
