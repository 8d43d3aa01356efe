import { useNavigate } from 'react-router-dom';
import { screens } from '../../paths.js';
import { isOwner } from '../../session/account.js';
import { useAccount } from '../../session/session-slice.js';
import { useSessionEnvironment } from '../../session/environment.js';
import { useNotices } from '../../components/notices/notices.js';
import { noticeOfRefusedLink } from '../../session/links/follow-link.js';
import type { MailLinkToken } from '../../session/links/mail-link-calls.js';
import { useAuthCalls } from '../../session/auth-calls.js';
import { Button } from '../../components/buttons/button.js';
import { AuthButton } from '../../features/auth/auth-button.js';
import { useActionOnce, type ActionRefusal } from '../../forms/action.js';
import { authTexts } from '../../texts/account/auth.js';
import { texts } from '../../texts/ja.js';
import { MailLinkPage, Outcome, redeemOnce, useRedirectHome } from './link-page.js';

const text = authTexts.confirmPage;
const resend = (
  <AuthButton variant="primary" view="resend">
    {authTexts.resend.submit}
  </AuthButton>
);

/** After these refusals the same token cannot succeed. */
const finalCodes: ReadonlySet<string> = new Set(['otp_expired', 'user_banned', 'validation_failed']);

/** The mail after registering links to `/auth/confirm?token=…&type=signup`. */
export function ConfirmPage() {
  return (
    <MailLinkPage next={resend} texts={text} title={screens.confirm.title} type="signup" used={<UsedLink />}>
      {(link, onUsed) => <Confirmation link={link} onUsed={onUsed} />}
    </MailLinkPage>
  );
}

function Confirmation({ link, onUsed }: { link: MailLinkToken; onUsed: () => void }) {
  const { confirmAddress } = useAuthCalls();
  const { session } = useSessionEnvironment();
  const { showNotice } = useNotices();
  // A token works once: a second request would turn a success into a failure.
  const { done, refusal, run } = useActionOnce(async () => {
    const { signingIn } = await redeemOnce(() => confirmAddress(link), finalCodes, onUsed);
    // The address is confirmed whatever the person answers, who may be asked for longer than this page is shown.
    signingIn.catch(async (error: unknown) => showNotice(await noticeOfRefusedLink(error, session)));
  }, text);
  // There may be no pages to see where the sign-in was declined.
  const isSignedIn = isOwner(useAccount());
  useRedirectHome(done, isSignedIn ? screens.dashboard.path : screens.publish.path);

  if (done) {
    return (
      <Outcome tone="good" text={text.done} hint={text.doneHint}>
        {isSignedIn && <ToDashboard />}
      </Outcome>
    );
  }
  if (refusal) return <Refused onAgain={run} refusal={refusal} />;
  return <p role="status">{text.loading}</p>;
}

function ToDashboard() {
  const navigate = useNavigate();
  return (
    <Button onClick={() => void navigate(screens.dashboard.path, { replace: true })} variant="primary">
      {text.toDashboard}
    </Button>
  );
}

function Refused({ refusal, onAgain }: { refusal: ActionRefusal; onAgain: () => void }) {
  if (refusal.code === 'otp_expired') return <UsedLink refusal={refusal} />;
  const kept = refusal.code === 'TEMPORARY_ACCOUNT_KEPT';
  const isFinal = finalCodes.has(refusal.code);
  return (
    <Outcome tone={kept ? 'plain' : 'bad'} text={kept ? text.kept : refusal.title} hint={refusal.text}>
      {!isFinal && (
        <Button onClick={onAgain} variant="primary">
          {kept ? text.confirmAfterAll : texts.retry}
        </Button>
      )}
      {!kept && <AuthButton variant={isFinal ? 'primary' : 'secondary'}>{text.toLogin}</AuthButton>}
    </Outcome>
  );
}

/** The link was followed before, or too late: a registered account needs nothing more. */
function UsedLink({ refusal }: { refusal?: ActionRefusal }) {
  const account = useAccount();
  if (account.kind === 'registered') {
    return (
      <Outcome tone="good" text={text.done} hint={text.alreadyDone(account.email)}>
        <ToDashboard />
      </Outcome>
    );
  }
  return (
    <Outcome text={refusal?.title ?? text.used} hint={`${refusal?.text ?? ''}${text.usedHint}`}>
      {resend}
      <AuthButton>{text.toLogin}</AuthButton>
    </Outcome>
  );
}
