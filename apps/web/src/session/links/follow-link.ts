import type { Notice } from '../../components/notices/notices.js';
import { loadErrorTexts, failureText, failureOfError, type CallFailure } from '../../http/failure.js';
import { arrivalTexts } from '../../texts/account/sessions.js';
import { accountOfSession, type SignedIn, pendingEmailOf, type Account } from '../account.js';
import type { SessionEnvironment } from '../environment.js';
import type { FollowedLink } from '../session-state.js';
import { renewDetached } from '../client/detached-session.js';
import { offerSession } from './arrived-session.js';
import { type LinkArrival, startedHere } from './link-arrival.js';
import type { SessionManager } from '../session-manager.js';

export interface LinkScreen {
  showNotice: (notice: Notice) => void;
  openDialog: (dialog: 'mfa' | 'securitySettings') => void;
}

/** Signs in with the session of the link, after asking, or reports the result. */
export async function followLink(
  followed: FollowedLink,
  environment: SessionEnvironment,
  screen: LinkScreen,
): Promise<void> {
  try {
    await act(followed, environment, screen);
  } catch (error) {
    screen.showNotice(await noticeOfRefusedLink(error, environment.session));
  }
}

async function act({ link, holder }: FollowedLink, environment: SessionEnvironment, screen: LinkScreen): Promise<void> {
  switch (link.kind) {
    case 'fault':
      await loadErrorTexts();
      screen.showNotice(noticeOfLinkFault({ success: false, error: '', code: link.code }));
      return;
    case 'halfway':
      screen.showNotice({ kind: 'done', text: arrivalTexts.halfway });
      return;
    case 'code':
      return exchangeCode(link, holder, environment, screen);
    case 'session':
      return signIn(link, environment, screen);
  }
}

/** A code works only in the browser that asked for the mail; the server has already done what the link is for. */
async function exchangeCode(
  { code, flowId }: Extract<LinkArrival, { kind: 'code' }>,
  holder: SignedIn | null,
  { session }: SessionEnvironment,
  { showNotice }: LinkScreen,
): Promise<void> {
  const account = await session.account();
  if (account.kind !== 'visitor') {
    const notice = noticeOfCodeWhileSignedIn(holder, account);
    if (notice) showNotice(notice);
    return;
  }
  if (!startedHere(flowId)) {
    showNotice({ kind: 'done', text: arrivalTexts.startedElsewhere, action: 'login' });
    return;
  }
  await session.request((client) => client.exchangeCodeForSession(code, { flowId }));
  showNotice({ kind: 'done', text: arrivalTexts.signedIn });
}

async function signIn(
  { refreshToken, recovery }: Extract<LinkArrival, { kind: 'session' }>,
  environment: SessionEnvironment,
  { showNotice, openDialog }: LinkScreen,
): Promise<void> {
  const session = await offerSession(environment, await renewDetached(environment.session, refreshToken));
  if (accountOfSession(session).kind === 'needsMfa') {
    openDialog('mfa');
    return;
  }
  showNotice({ kind: 'done', text: arrivalTexts.signedIn });
  if (recovery) openDialog('securitySettings');
}

export async function noticeOfRefusedLink(error: unknown, session: Pick<SessionManager, 'account'>): Promise<Notice> {
  const failure = failureOfError(error);
  if (failure.code === 'SIGN_IN_DECLINED') return { kind: 'info', text: arrivalTexts.declined, action: 'login' };
  if (failure.code !== 'SESSION_KEPT') return noticeOfLinkFault(failure);
  const account = await session.account();
  return 'email' in account
    ? { kind: 'info', text: arrivalTexts.stayedAs(account.email) }
    : { kind: 'info', text: arrivalTexts.stayed, action: 'login' };
}

function noticeOfLinkFault(failure: CallFailure): Notice {
  if (failure.code === 'otp_expired') return { kind: 'fault', text: arrivalTexts.expired, action: 'mailAgain' };
  return { kind: 'fault', text: arrivalTexts.failed(failureText(failure)), action: 'login' };
}

/** @param holder whose session it was when the link was followed */
function noticeOfCodeWhileSignedIn(holder: SignedIn | null, account: Account): Notice | undefined {
  const pending = pendingEmailOf(holder);
  const isConfirmed = pending !== undefined && 'email' in account && account.email === pending;
  // A temporary account that became registered has a notice of its own.
  if (isConfirmed && holder?.kind === 'temporary') return undefined;
  return { kind: 'done', text: isConfirmed ? arrivalTexts.changed : arrivalTexts.unchanged };
}
