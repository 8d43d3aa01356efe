import { texts } from '../texts/ja.js';
import { idOf, type Account } from './account.js';

/** Pages of a temporary account move to the account with this address once it is signed in here. */
export interface HandOver {
  temporaryId: string;
  /** It is in lower case; empty for any account that signs in next. */
  email: string;
}

export const isFor = ({ email }: HandOver, account: { email: string }): boolean =>
  email === '' || email === account.email.toLowerCase();

/** It is kept from before the sign-in until the server has confirmed that the pages have moved. */
interface PendingHandOver extends HandOver {
  isRunning: boolean;
}

export interface HandOverState {
  handOver: PendingHandOver | null;
  /** The pages of this temporary account have moved to the account here. */
  adoptedAccountId: string | null;
}

export type HandOverOutcome =
  | { type: 'moved'; pages: number }
  | { type: 'refused'; text: string }
  /** The account signed out meanwhile: the move continues when the account is signed in again. */
  | { type: 'interrupted' };

export type HandOverEvent =
  | { type: 'handOverPrepared'; handOver: HandOver }
  /** The sign-in failed, or the person gave it up. */
  | { type: 'handOverDropped' }
  | { type: 'handOverEnded'; outcome: HandOverOutcome };

export type HandOverEffect =
  /** Asks the server until it has answered; then `handOverEnded` follows. */
  | { type: 'handOver' }
  | { type: 'forgetHandOver' }
  /** Lists of pages are out of date. */
  | { type: 'pagesMoved' };

type Effect = HandOverEffect | { type: 'showNotice'; notice: { kind: 'done' | 'fault'; text: string } };
type Transition = readonly [state: HandOverState, effects: readonly Effect[]];

const forget: Effect = { type: 'forgetHandOver' };

/** Restores what an earlier visit left. It has ended where the stored session is still the temporary account's. */
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

/** Starts the move if the account that is signed in by now gets the pages. */
export function startHandOver(state: HandOverState, account: Account): Transition {
  const { handOver } = state;
  if (!handOver || handOver.isRunning || account.kind !== 'registered') return [state, []];
  // The temporary account was registered itself, so its pages have stayed with it.
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
