import { describe, expect, it } from '@jest/globals';
import type { Account } from './account.js';
import type { HandOverOutcome } from './hand-over-state.js';
import { initialSessionState, nextSession, type SessionEvent, type SessionState } from './session-state.js';

const visitor: Account = { kind: 'visitor' };
const temporary = { kind: 'temporary', id: 't' } as const;
const pending = { ...temporary, pendingEmail: 'haru@example.jp' };
const registered = { kind: 'registered', id: 'r', email: 'haru@example.jp' } as const;
const mfa = { kind: 'needsMfa', id: 'r', email: 'haru@example.jp' } as const;
const link = { kind: 'code', code: 'c' } as const;
const shown = (text: RegExp) => expect.objectContaining({ text: expect.stringMatching(text) as unknown });

const reported = (account: Account): SessionEvent => ({ type: 'accountReported', account });
const expired = { type: 'sessionEnded', reason: 'expired' } as const;

/** Returns the state after these events, and the effects of the last one. */
function after(...events: SessionEvent[]): { state: SessionState; effects: readonly unknown[] } {
  let state = initialSessionState;
  let effects: readonly unknown[] = [];
  for (const event of events) [state, effects] = nextSession(state, event);
  return { state, effects };
}

describe('the start', () => {
  it('without a stored session is a visitor, and loads the auth client ahead of its use', () => {
    const { state, effects } = after({ type: 'started', stored: undefined, link: undefined });
    expect(state.account).toEqual(visitor);
    expect(effects).toEqual([{ type: 'preloadAuthClient' }]);
  });

  it('with a stored session stays unknown until the server has answered', () => {
    const { state, effects } = after({ type: 'started', stored: registered, link: undefined });
    expect(state).toMatchObject({ account: { kind: 'unknown' }, holder: registered, isRestoring: true });
    expect(effects).toEqual([{ type: 'restore' }]);
  });

  it('restores a stored session that cannot be read, whose end says nothing', () => {
    const { state, effects } = after({ type: 'started', stored: null, link: undefined }, expired);
    expect(state.ended).toBeNull();
    expect(effects).toEqual([]);
  });

  it('of another tab is restored once', () => {
    const stored = { type: 'sessionStoredElsewhere' } as const;
    expect(after(stored).effects).toEqual([{ type: 'restore' }]);
    expect(after(stored, stored).effects).toEqual([]);
    expect(after(stored, { type: 'restored' }, stored).effects).toEqual([{ type: 'restore' }]);
  });
});

describe('a followed link', () => {
  it('waits for the stored session, and knows whose it was', () => {
    const begun = after({ type: 'started', stored: pending, link });
    expect(begun.effects).toEqual([{ type: 'restore' }]);
    const restored = after({ type: 'started', stored: pending, link }, reported(registered), { type: 'restored' });
    expect(restored.effects).toEqual([{ type: 'followLink', link, holder: pending }]);
    expect(restored.state.waitingLink).toBeUndefined();
  });

  it('is followed immediately by a visitor, and over the open app', () => {
    const effect = { type: 'followLink', link, holder: null };
    const began = after({ type: 'started', stored: undefined, link });
    expect(began.effects).toContainEqual(effect);
    expect(after(reported(visitor), { type: 'linkFollowed', link }).effects).toEqual([effect]);
  });
});

describe('the end of a session', () => {
  it('that was registered offers to log in, and is remembered until an owner is there', () => {
    const { state, effects } = after(reported(registered), expired);
    expect(state.ended?.account).toEqual(registered);
    expect(effects).toEqual([{ type: 'showNotice', notice: shown(/^ログインの有効期限が切れました。/) }]);
    expect(effects).toEqual([{ type: 'showNotice', notice: expect.objectContaining({ action: 'login' }) as unknown }]);
    expect(after(reported(registered), expired, reported(visitor)).state.ended).not.toBeNull();
    expect(after(reported(registered), expired, reported(mfa)).state.ended).not.toBeNull();
    const back = after(reported(registered), expired, reported(visitor), reported(registered));
    expect(back.state.ended).toBeNull();
    expect(back.effects).toEqual([{ type: 'closeNotice' }]);
  });

  it('of a temporary account offers nothing, because it has no login', () => {
    const { effects } = after(reported(temporary), expired);
    expect(effects).toEqual([
      { type: 'showNotice', notice: { kind: 'fault', text: expect.stringMatching(/^一時アカウント/) as unknown } },
    ]);
  });

  it.each([
    ['asked for', { type: 'signOutStarted' } as const],
    ['reported already', expired],
  ])('says nothing where it was %s', (_what, event) => {
    expect(after(reported(registered), event, expired).effects).toEqual([]);
  });

  it('says nothing where a caller reports it', () => {
    expect(after(reported(registered), { ...expired, isReported: true }).effects).toEqual([]);
    const started = { type: 'reportingCallStarted' } as const;
    const finished = { type: 'reportingCallFinished' } as const;
    expect(after(reported(registered), started, expired).effects).toEqual([]);
    expect(after(reported(registered), started, started, finished, expired).effects).toEqual([]);
    expect(after(reported(registered), started, finished, expired).effects).toHaveLength(1);
  });

  it('words an end in another tab differently', () => {
    const elsewhere = { type: 'sessionEnded', reason: 'signedOutElsewhere' } as const;
    expect(after(reported(registered), elsewhere).state.ended?.reason).not.toBe(
      after(reported(registered), expired).state.ended?.reason,
    );
  });
});

describe('a pending address', () => {
  it('is looked after while it is pending', () => {
    const on = { type: 'pollPendingAddress', isOn: true };
    expect(after(reported(pending)).effects).toEqual([on]);
    expect(after(reported(pending), reported(pending)).effects).toEqual([]);
    expect(after(reported(pending), reported(visitor)).effects).toEqual([{ ...on, isOn: false }]);
  });

  it('that is confirmed makes the same account registered, which is shown', () => {
    const confirmed = { ...registered, id: temporary.id };
    const { effects } = after(reported(pending), reported(confirmed));
    expect(effects).toContainEqual({
      type: 'showNotice',
      notice: expect.objectContaining({ kind: 'done' }) as unknown,
    });
    const other = after(reported(pending), reported(registered));
    expect(other.effects).toEqual([{ type: 'pollPendingAddress', isOn: false }]);
  });

  it('that another account confirmed is shown, unless the dialog about it is open', () => {
    const { effects } = after(reported(pending), reported(temporary));
    expect(effects).toContainEqual({
      type: 'showNotice',
      notice: expect.objectContaining({ kind: 'fault', action: 'register' }) as unknown,
      unlessAuthDialog: true,
    });
  });
});

it('counts how often the account became registered', () => {
  const signIns = (...accounts: Account[]) => after(...accounts.map(reported)).state.signIns;
  expect(signIns(registered)).toBe(0);
  expect(signIns(visitor, registered)).toBe(1);
  expect(signIns(registered, mfa, registered)).toBe(1);
  expect(signIns(visitor, registered, registered, visitor, registered)).toBe(2);
});

it('remembers which account was deleted', () => {
  expect(after({ type: 'accountDeleted', id: 'x' }, reported(visitor)).state.deletedAccountId).toBe('x');
});

describe('the pages of a temporary account that signs in to another', () => {
  const handOver = { temporaryId: 't', email: 'haru@example.jp' };
  const prepared = { type: 'handOverPrepared', handOver } as const;
  const ended = (outcome: HandOverOutcome): SessionEvent => ({ type: 'handOverEnded', outcome });
  const run = { type: 'handOver' };
  const forget = { type: 'forgetHandOver' };
  const signedIn = [reported(temporary), prepared, reported(mfa), reported(registered)];

  it('are asked for once the account is signed in completely, and once', () => {
    expect(after(reported(temporary), prepared).effects).toEqual([]);
    expect(after(reported(temporary), prepared, reported(mfa)).effects).toEqual([]);
    expect(after(...signedIn).effects).toEqual([run]);
    expect(after(...signedIn, reported(registered)).effects).toEqual([]);
  });

  it('are asked for after a reload between the sign-in and the answer', () => {
    const started = { type: 'started', stored: registered, link: undefined, handOver } as const;
    expect(after(started).effects).toEqual([{ type: 'restore' }]);
    expect(after(started, reported(registered)).effects).toEqual([run]);
  });

  it('are forgotten and shown as soon as the server has confirmed the move', () => {
    const { state, effects } = after(...signedIn, ended({ type: 'moved', pages: 3 }));
    expect(state).toMatchObject({ handOver: null, adoptedAccountId: 't' });
    const notice = { kind: 'done', text: '3件のページをharu@example.jpに引き継ぎました。' };
    expect(effects).toEqual([forget, { type: 'showNotice', notice }, { type: 'pagesMoved' }]);
    expect(after(...signedIn, ended({ type: 'moved', pages: 0 })).effects).toEqual([forget]);
    expect(after(...signedIn, ended({ type: 'moved', pages: 3 }), reported(visitor)).state.adoptedAccountId).toBeNull();
  });

  it('stay where they are, with the reason, when the server refuses for good', () => {
    const { state, effects } = after(...signedIn, ended({ type: 'refused', text: '理由' }));
    expect(state).toMatchObject({ handOver: null, adoptedAccountId: null });
    expect(effects).toEqual([forget, { type: 'showNotice', notice: { kind: 'fault', text: '理由' } }]);
  });

  it('wait for the account where it signs out before the answer', () => {
    const interrupted = [...signedIn, reported(visitor), ended({ type: 'interrupted' })];
    expect(after(...interrupted).effects).toEqual([]);
    expect(after(...interrupted, reported({ ...registered, id: 'o', email: 'other@example.jp' })).effects).toEqual([]);
    expect(after(...interrupted, reported(registered)).effects).toEqual([run]);
  });

  it('are forgotten where the sign-in failed, or the temporary account is still the one here, or is registered itself', () => {
    const dropped = { type: 'handOverDropped' } as const;
    expect(after(reported(temporary), prepared, dropped).effects).toEqual([forget]);
    expect(after(reported(temporary), prepared, dropped, reported(registered)).effects).toEqual([]);
    const started = { type: 'started', stored: temporary, link: undefined, handOver } as const;
    expect(after(started).effects).toEqual([{ type: 'restore' }, forget]);
    expect(after(started, reported(registered)).effects).toEqual([]);
    const itself = { ...registered, id: 't' };
    expect(after(reported(temporary), prepared, reported(itself))).toMatchObject({ state: { handOver: null } });
    expect(after(reported(temporary), prepared, reported(itself)).effects).toContainEqual(forget);
    expect(after(reported(temporary), prepared, reported(itself)).effects).not.toContainEqual(run);
  });
});
