import type { Dispatch } from '@reduxjs/toolkit';
import { accountOfSession, claimOf } from '../api/account.js';
import type { ApiEnvironment } from '../api/api.js';
import { noticeShown, type AppNotice } from '../api/app-notice.js';
import { CallError } from '../api/app-config.js';
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
    dispatch(noticeShown({ kind: 'fault', text: texts.arrival.failed(failureText(failure)), action: 'login' }));
  }
}

async function act(arrival: LinkArrival, environment: ApiEnvironment, dispatch: Dispatch): Promise<void> {
  switch (arrival.kind) {
    case 'fault': {
      const reason = failureText({ success: false, error: '', code: arrival.code });
      dispatch(noticeShown({ kind: 'fault', text: texts.arrival.failed(reason), action: 'login' }));
      return;
    }
    case 'halfway':
      dispatch(noticeShown({ kind: 'done', text: texts.arrival.halfway }));
      return;
    case 'session':
    case 'code': {
      const arriving = arrival.kind === 'session' ? claimOf(arrival.accessToken, 'sub') : undefined;
      if (!(await environment.leaving.mayReplace(arriving))) {
        dispatch(noticeShown(await stayed(environment)));
        return;
      }
      const recovery = await signIn(arrival, environment, dispatch);
      if (recovery) dispatch(dialogOpened({ name: 'settings', tab: 'security' }));
    }
  }
}

async function stayed({ session }: ApiEnvironment): Promise<AppNotice> {
  const account = await session.account();
  return account.kind === 'registered'
    ? { kind: 'done', text: texts.arrival.stayedAs(account.email) }
    : { kind: 'done', text: texts.arrival.stayed, action: 'login' };
}

/** Answers whether the link was one for a forgotten password. */
async function signIn(
  arrival: Extract<LinkArrival, { kind: 'session' | 'code' }>,
  { session }: ApiEnvironment,
  dispatch: Dispatch,
): Promise<boolean> {
  const data = await session.ask((client) =>
    arrival.kind === 'code'
      ? client.exchangeCodeForSession(arrival.code)
      : client.setSession({ access_token: arrival.accessToken, refresh_token: arrival.refreshToken }),
  );
  if (accountOfSession(data.session).kind === 'secondStep') {
    dispatch(dialogOpened({ name: 'auth', view: 'secondStep' }));
    return false;
  }
  dispatch(noticeShown({ kind: 'done', text: texts.arrival.signedIn }));
  return arrival.kind === 'session' && arrival.recovery;
}
