import type { Dispatch } from '@reduxjs/toolkit';
import { accountOfSession, type Account } from '../api/account.js';
import type { ApiEnvironment } from '../api/api.js';
import { noticeShown } from '../api/app-notice.js';
import { noticeOfLinkFault, noticeOfRefusedArrival } from '../api/arrival-notice.js';
import { offerSession, renewApart } from '../api/arrived-session.js';
import { dialogOpened } from '../api/dialog.js';
import { failureText } from '../api/failure-text.js';
import { startedHere } from '../api/started-flows.js';
import { texts } from '../texts/ja.js';
import { addressWithoutArrival, readLinkArrival, type LinkArrival } from './link-arrival.js';

/** Takes what a mail link brought out of the address. */
export function takeLinkArrival(): LinkArrival | undefined {
  const arrival = readLinkArrival(window.location);
  if (arrival) window.history.replaceState(window.history.state, '', addressWithoutArrival(window.location));
  return arrival;
}

/**
 * Signs in with what the link brought, after asking, or says what became of it.
 * @param before who was signed in when the link was followed
 */
export async function followLinkArrival(
  arrival: LinkArrival,
  environment: ApiEnvironment,
  dispatch: Dispatch,
  before: Account | undefined,
): Promise<void> {
  try {
    await act(arrival, environment, dispatch, before);
  } catch (error) {
    dispatch(noticeShown(await noticeOfRefusedArrival(error, environment.session)));
  }
}

async function act(
  arrival: LinkArrival,
  environment: ApiEnvironment,
  dispatch: Dispatch,
  before: Account | undefined,
): Promise<void> {
  switch (arrival.kind) {
    case 'fault':
      dispatch(noticeShown(noticeOfLinkFault(failureText({ success: false, error: '', code: arrival.code }))));
      return;
    case 'halfway':
      dispatch(noticeShown({ kind: 'done', text: texts.arrival.halfway }));
      return;
    case 'code':
      return exchangeCode(arrival, environment, dispatch, before);
    case 'session':
      return signIn(arrival, environment, dispatch);
  }
}

/** A code is for the browser that asked for the mail; by then the server has done what the link stands for. */
async function exchangeCode(
  { code, flowId }: Extract<LinkArrival, { kind: 'code' }>,
  { session }: ApiEnvironment,
  dispatch: Dispatch,
  before: Account | undefined,
): Promise<void> {
  const account = await session.account();
  if (account.kind !== 'visitor') {
    const awaited = before && 'pendingEmail' in before ? before.pendingEmail : undefined;
    const confirmed = awaited !== undefined && 'email' in account && account.email === awaited;
    // Of a temporary account that is registered by this the store tells.
    if (confirmed && before?.kind === 'temporary') return;
    dispatch(noticeShown({ kind: 'done', text: confirmed ? texts.arrival.changed : texts.arrival.unchanged }));
    return;
  }
  if (!startedHere(flowId)) {
    dispatch(noticeShown({ kind: 'done', text: texts.arrival.startedElsewhere, action: 'login' }));
    return;
  }
  await session.ask((client) => client.exchangeCodeForSession(code, { flowId }));
  dispatch(noticeShown({ kind: 'done', text: texts.arrival.signedIn }));
}

async function signIn(
  { refreshToken, recovery }: Extract<LinkArrival, { kind: 'session' }>,
  environment: ApiEnvironment,
  dispatch: Dispatch,
): Promise<void> {
  const session = await offerSession(environment, await renewApart(environment, refreshToken));
  if (accountOfSession(session).kind === 'secondStep') {
    dispatch(dialogOpened({ name: 'auth', view: 'secondStep' }));
    return;
  }
  dispatch(noticeShown({ kind: 'done', text: texts.arrival.signedIn }));
  if (recovery) dispatch(dialogOpened({ name: 'settings', tab: 'security' }));
}
