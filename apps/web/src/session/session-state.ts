import type { Notice } from '../components/notices/notices.js';
import { texts } from '../texts/ja.js';
import {
  nextHandOver,
  startHandOver,
  storedHandOver,
  type HandOver,
  type HandOverEffect,
  type HandOverEvent,
  type HandOverState,
} from './hand-over-state.js';
import { idOf, isOwner, isSignedIn, pendingEmailOf, type Account, type SignedIn } from './account.js';
import type { LinkArrival } from './links/link-arrival.js';

export type EndReason = 'expired' | 'signedOutElsewhere';

/** A session ended unasked: it says whose it was, and why. */
interface EndedSession {
  account: SignedIn;
  reason: EndReason;
}

/** A mail link was followed; `holder` had the session at that moment. */
export interface FollowedLink {
  link: LinkArrival;
  holder: SignedIn | null;
}

export interface SessionState extends HandOverState {
  account: Account;
  /** At the start it is the stored session's owner, before the server has confirmed it. */
  holder: SignedIn | null;
  /** Set until an owner is signed in again. */
  ended: EndedSession | null;
  /** The account that was deleted here last; its pages are deleted with it. */
  deletedAccountId: string | null;
  /** Counts how often the account here became a registered one. */
  signIns: number;
  isRestoring: boolean;
  /** Counts the calls waiting for a token that report the end of the session themselves. */
  reportingCalls: number;
  /** This mail link waits for the stored session. */
  waitingLink: FollowedLink | undefined;
}

export const initialSessionState: SessionState = {
  account: { kind: 'unknown' },
  holder: null,
  ended: null,
  deletedAccountId: null,
  signIns: 0,
  isRestoring: false,
  reportingCalls: 0,
  waitingLink: undefined,
  handOver: null,
  adoptedAccountId: null,
};

export type SessionEvent =
  /** `stored` is undefined without a stored session, and null for one that cannot be read. */
  | {
      type: 'started';
      stored: Account | null | undefined;
      link: LinkArrival | undefined;
      /** An earlier visit left it. */
      handOver?: HandOver | undefined;
    }
  /** The auth client, or the store of this browser, says who it is. */
  | { type: 'accountReported'; account: Account }
  | { type: 'sessionStoredElsewhere' }
  | { type: 'restored' }
  | { type: 'sessionEnded'; reason: EndReason; isReported?: boolean }
  | { type: 'signOutStarted' }
  | { type: 'accountDeleted'; id: string }
  | { type: 'linkFollowed'; link: LinkArrival }
  | { type: 'reportingCallStarted' }
  | { type: 'reportingCallFinished' }
  | HandOverEvent;

export type SessionEffect =
  /** Loads the auth client with the stored session, until that succeeds; then `restored` follows. */
  | { type: 'restore' }
  | { type: 'preloadAuthClient' }
  | { type: 'pollPendingAddress'; isOn: boolean }
  /** `unlessAuthDialog`: the dialog about signing in says the same by itself. */
  | { type: 'showNotice'; notice: Notice; unlessAuthDialog?: boolean }
  | { type: 'closeNotice' }
  | ({ type: 'followLink' } & FollowedLink)
  | HandOverEffect;

export type Transition = readonly [state: SessionState, effects: readonly SessionEffect[]];

export function nextSession(state: SessionState, event: SessionEvent): Transition {
  switch (event.type) {
    case 'started':
      return startedWithHandOver(state, event);
    case 'accountReported':
      return withHandOver(accountReported(state, event.account), (after) => startHandOver(after, after.account));
    case 'sessionStoredElsewhere':
      return state.isRestoring ? [state, []] : [{ ...state, isRestoring: true }, [{ type: 'restore' }]];
    case 'restored':
      return [{ ...state, isRestoring: false, waitingLink: undefined }, followEffects(state.waitingLink)];
    case 'sessionEnded':
      return sessionEnded(state, event);
    case 'signOutStarted':
      return [{ ...state, holder: null }, []];
    case 'accountDeleted':
      return [{ ...state, deletedAccountId: event.id }, []];
    case 'linkFollowed':
      return linkFollowed(state, event.link);
    case 'reportingCallStarted':
      return [{ ...state, reportingCalls: state.reportingCalls + 1 }, []];
    case 'reportingCallFinished':
      return [{ ...state, reportingCalls: state.reportingCalls - 1 }, []];
    case 'handOverPrepared':
    case 'handOverDropped':
    case 'handOverEnded':
      return withHandOver([state, []], () => nextHandOver(state, event));
  }
}

function startedWithHandOver(state: SessionState, event: EventOf<'started'>): Transition {
  const transition = started(state, event);
  const { handOver, stored = null } = event;
  return handOver ? withHandOver(transition, (after) => storedHandOver(after, handOver, stored)) : transition;
}

function withHandOver(
  [state, effects]: Transition,
  next: (state: SessionState) => ReturnType<typeof nextHandOver>,
): Transition {
  const [{ handOver, adoptedAccountId }, more] = next(state);
  return [{ ...state, handOver, adoptedAccountId }, [...effects, ...more]];
}

function started(state: SessionState, { stored, link }: EventOf<'started'>): Transition {
  if (stored === undefined) {
    const after: SessionState = { ...state, account: { kind: 'visitor' } };
    return [after, [{ type: 'preloadAuthClient' }, ...followEffects(link && { link, holder: null })]];
  }
  // The account stays unknown: until the server has answered, the stored one only decides the text about its end.
  const holder = stored && isSignedIn(stored) ? stored : null;
  const waitingLink = link && { link, holder };
  return [{ ...state, holder, isRestoring: true, waitingLink }, [{ type: 'restore' }]];
}

function accountReported(state: SessionState, account: Account): Transition {
  const { account: before, ended } = state;
  const after: SessionState = {
    ...state,
    account,
    holder: isSignedIn(account) ? account : state.holder,
    ended: isOwner(account) ? null : ended,
    signIns: state.signIns + (isSignIn(before, account) ? 1 : 0),
    adoptedAccountId: idOf(account) === idOf(before) ? state.adoptedAccountId : null,
  };
  const isOn = pendingEmailOf(account) !== undefined;
  const isChanged = isOn !== (pendingEmailOf(before) !== undefined);
  return [
    after,
    [
      ...(isChanged ? [{ type: 'pollPendingAddress', isOn } as const] : []),
      ...(ended && account.kind === 'registered' ? [{ type: 'closeNotice' } as const] : []),
      ...confirmationEffects(before, account),
    ],
  ];
}

const isSignIn = (before: Account, { kind }: Account): boolean =>
  kind === 'registered' && before.kind !== 'registered' && before.kind !== 'unknown';

/** A pending address may be confirmed on another device, by its owner or for another account. */
function confirmationEffects(before: Account, account: Account): SessionEffect[] {
  if (before.kind !== 'temporary' || before.id !== idOfOwner(account)) return [];
  if (account.kind === 'registered') return [{ type: 'showNotice', notice: { kind: 'done', text: texts.upgraded } }];
  const { pendingEmail } = before;
  if (pendingEmail === undefined || pendingEmailOf(account) !== undefined) return [];
  const notice = { kind: 'fault', text: texts.addressLost(pendingEmail), action: 'register' } as const;
  return [{ type: 'showNotice', notice, unlessAuthDialog: true }];
}

const idOfOwner = (account: Account): string | undefined => (isOwner(account) ? account.id : undefined);

function sessionEnded(state: SessionState, { reason, isReported = false }: EventOf<'sessionEnded'>): Transition {
  const { holder: account } = state;
  const after = { ...state, holder: null };
  if (!account || isReported || state.reportingCalls > 0) return [after, []];
  const ended = { account, reason };
  // Nobody can log in to a temporary account again.
  const action = account.kind === 'temporary' ? {} : { action: 'login' as const };
  return [{ ...after, ended }, [{ type: 'showNotice', notice: { kind: 'fault', text: endText(ended), ...action } }]];
}

export function endText({ account, reason }: EndedSession): string {
  if (account.kind === 'temporary')
    return reason === 'expired' ? texts.temporarySessionEnded : texts.temporarySignedOutElsewhere;
  return reason === 'expired' ? texts.errors.SESSION_ENDED : texts.signedOutElsewhere;
}

function linkFollowed(state: SessionState, link: LinkArrival): Transition {
  const followed = { link, holder: state.holder };
  return state.isRestoring ? [{ ...state, waitingLink: followed }, []] : [state, followEffects(followed)];
}

const followEffects = (followed: FollowedLink | undefined): SessionEffect[] =>
  followed ? [{ type: 'followLink', ...followed }] : [];

type EventOf<Type extends SessionEvent['type']> = Extract<SessionEvent, { type: Type }>;
