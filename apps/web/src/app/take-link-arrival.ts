import type { Dispatch } from '@reduxjs/toolkit';
import { accountOfSession } from '../api/account.js';
import type { ApiEnvironment } from '../api/api.js';
import { noticeShown, type AppNotice } from '../api/app-notice.js';
import { CallError } from '../api/app-config.js';
import { takeUpSession } from '../api/arrived-session.js';
import { failureOfThrown } from '../api/call.js';
import { dialogOpened } from '../api/dialog.js';
import { failureText } from '../api/failure-text.js';
import { texts } from '../texts/ja.js';
import { addressWithoutArrival, readLinkArrival, type LinkArrival } from './link-arrival.js';

/** Takes what a mail link brought out of the address. */
export function takeLinkArrival(): LinkArrival | undefined {
  const arrival = readLinkArrival(window.location);
  if (arrival) window.history.replaceState(window.history.state, '', addressWithoutArrival(window.location));
  return arrival;
}

/** Signs in with what the link brought, or says what became of it. */
export async function followLinkArrival(
  arrival: LinkArrival,
  environment: ApiEnvironment,
  dispatch: Dispatch,
): Promise<void> {
  try {
    await act(arrival, environment, dispatch);
  } catch (error) {
    const { failure } = error instanceof CallError ? error : { failure: failureOfThrown(error) };
    if (failure.code === 'SESSION_KEPT') {
      dispatch(noticeShown(await stayed(environment)));
      return;
    }
    dispatch(noticeShown({ kind: 'fault', text: texts.arrival.failed(failureText(failure)), action: 'login' }));
  }
}

async function act(arrival: LinkArrival, environment: ApiEnvironment, dispatch: Dispatch): Promise<void> {
  switch (arrival.kind) {
    case 'fault':
      return actOnFault(arrival.code, dispatch);
    case 'halfway':
      dispatch(noticeShown({ kind: 'done', text: texts.arrival.halfway }));
      return;
    case 'code':
      // Codes go to whoever began the flow with a secret of its own; this app begins none.
      return actOnFault('bad_code_verifier', dispatch);
    case 'session':
      return signIn(arrival, environment, dispatch);
  }
}

function actOnFault(code: string, dispatch: Dispatch): void {
  const reason = failureText({ success: false, error: '', code });
  dispatch(noticeShown({ kind: 'fault', text: texts.arrival.failed(reason), action: 'login' }));
}

async function signIn(
  arrival: Extract<LinkArrival, { kind: 'session' }>,
  environment: ApiEnvironment,
  dispatch: Dispatch,
): Promise<void> {
  const session = await takeUpSession(environment, arrival);
  if (accountOfSession(session).kind === 'secondStep') {
    dispatch(dialogOpened({ name: 'auth', view: 'secondStep' }));
    return;
  }
  dispatch(noticeShown({ kind: 'done', text: texts.arrival.signedIn }));
  if (arrival.recovery) dispatch(dialogOpened({ name: 'settings', tab: 'security' }));
}

async function stayed({ session }: ApiEnvironment): Promise<AppNotice> {
  const account = await session.account();
  return 'email' in account
    ? { kind: 'done', text: texts.arrival.stayedAs(account.email) }
    : { kind: 'done', text: texts.arrival.stayed, action: 'login' };
}
