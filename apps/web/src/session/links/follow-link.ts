import { loadErrorTexts } from '../../http/error-texts.js';
import { failureText } from '../../http/failure-text.js';
import { arrivalTexts } from '../../texts/account/sessions.js';
import { accountOfSession, type SignedIn } from '../account.js';
import type { SessionEnvironment } from '../environment.js';
import type { FollowedLink, SessionNotice } from '../session-state.js';
import { renewDetached } from '../client/detached-session.js';
import { offerSession } from './arrived-session.js';
import type { LinkArrival } from './link-arrival.js';
import { noticeOfCodeWhileSignedIn, noticeOfLinkFault, noticeOfRefusedLink } from './link-notice.js';
import { startedHere } from './started-flows.js';

/** Following a link shows these on the screen. */
export interface LinkScreen {
  showNotice: (notice: SessionNotice) => void;
  openDialog: (dialog: 'secondStep' | 'securitySettings') => void;
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
      screen.showNotice(noticeOfLinkFault(failureText({ success: false, error: '', code: link.code })));
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
  const session = await offerSession(environment, await renewDetached(environment, refreshToken));
  if (accountOfSession(session).kind === 'secondStep') {
    openDialog('secondStep');
    return;
  }
  showNotice({ kind: 'done', text: arrivalTexts.signedIn });
  if (recovery) openDialog('securitySettings');
}
