import { texts } from '../texts/ja.js';
import { idOf, type Account } from './account.js';

/** Pages of a temporary account that go over to the account with this address once it is signed in here. */
export interface HandOver {
  temporaryId: string;
  /** In lower case; empty for whichever account signs in next. */
  email: string;
}

export const isFor = ({ email }: HandOver, account: { email: string }): boolean =>
  email === '' || email === account.email.toLowerCase();

/** It is kept from before the sign-in until the server has confirmed that the pages have moved. */
export interface PendingHandOver extends HandOver {
  /** The server is being asked. */
  isRunning: boolean;
}

export interface HandOverState {
  handOver: PendingHandOver | null;
  /** The temporary account whose pages have moved to the account here. */
  adoptedAccountId: string | null;
}

/** How it ended. */
export type HandOverOutcome =
  | { type: 'moved'; pages: number }
  /** For good. */
  | { type: 'refused'; text: string }
  /** The account signed out meanwhile: it goes on when the account is back. */
  | { type: 'interrupted' };

export type HandOverEvent =
  | { type: 'handOverPrepared'; handOver: HandOver }
  /** The sign-in failed, or was given up. */
  | { type: 'handOverDropped' }
  | { type: 'handOverEnded'; outcome: HandOverOutcome };

export type HandOverEffect =
  /** Ask the server until it has answered; then `handOverEnded`. */
  | { type: 'handOver' }
  | { type: 'forgetHandOver' }
  /** Lists of pages are out of date. */
  | { type: 'pagesMoved' };

type Effect = HandOverEffect | { type: 'showNotice'; notice: { kind: 'done' | 'fault'; text: string } };
type Transition = readonly [state: HandOverState, effects: readonly Effect[]];

const forget: Effect = { type: 'forgetHandOver' };

/** What an earlier visit left. It is over where the temporary account is still the one whose session is stored. */
export function storedHandOver(state: HandOverState, handOver: HandOver, stored: Account | null): Transition {
  if (stored && idOf(stored) === handOver.temporaryId) return [state, [forget]];
  return [{ ...state, handOver: { ...handOver, isRunning: false } }, []];
}

export function nextHandOver(state: HandOverState, event: HandOverEvent): Transition {
  switch (event.type) {
    case 'handOverPrepared':
      return [{ ...state, handOver: { ...event.handOver, isRunning: false } }, []];
    case 'handOverDropped':
      return state.handOver ? [{ ...state, handOver: null }, [forget]] : [state, []];
    case 'handOverEnded':
      return ended(state, event.outcome);
  }
}

/** The account that is signed in by now may be the one that gets the pages. */
export function startHandOver(state: HandOverState, account: Account): Transition {
  const { handOver } = state;
  if (!handOver || handOver.isRunning || account.kind !== 'registered') return [state, []];
  // It was registered itself: its pages have stayed with it.
  if (account.id === handOver.temporaryId) return [{ ...state, handOver: null }, [forget]];
  if (!isFor(handOver, account)) return [state, []];
  const email = account.email.toLowerCase();
  return [{ ...state, handOver: { ...handOver, email, isRunning: true } }, [{ type: 'handOver' }]];
}

function ended(state: HandOverState, outcome: HandOverOutcome): Transition {
  const { handOver } = state;
  if (!handOver) return [state, []];
  if (outcome.type === 'interrupted') return [{ ...state, handOver: { ...handOver, isRunning: false } }, []];
  const after = { ...state, handOver: null };
  if (outcome.type === 'refused') {
    return [after, [forget, { type: 'showNotice', notice: { kind: 'fault', text: outcome.text } }]];
  }
  const text = texts.handedOver(outcome.pages, handOver.email);
  const shown: Effect[] =
    outcome.pages === 0 ? [] : [{ type: 'showNotice', notice: { kind: 'done', text } }, { type: 'pagesMoved' }];
  return [{ ...after, adoptedAccountId: handOver.temporaryId }, [forget, ...shown]];
}
