import { useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSignOutMutation } from '../../api/api.js';
import { Button } from '../../components/buttons/button.js';
import { Refused } from '../../components/notices/notice.js';
import { ActionButton, useAction } from '../../forms/action.js';
import { screens } from '../../paths.js';
import { forgetLinkSecret, linkSecret, onLinkSecret } from '../../session/links/link-secret.js';
import { useAuthCalls } from '../../session/auth-calls.js';
import { useAccount } from '../../session/session-slice.js';
import { texts } from '../../texts/ja.js';
import { managePageTexts as text } from '../../texts/sites/management-link.js';
import { LinkPage, Outcome, redeemOnce } from '../auth/link-page.js';

/** After these refusals the same link cannot succeed. */
const finalCodes: ReadonlySet<string> = new Set(['MANAGEMENT_LINK_INVALID', 'user_banned']);

/** `/manage#<secret>` continues with a temporary account in this browser, after a press on a button. */
export function ManagePage() {
  const secret = useSyncExternalStore(onLinkSecret, () => linkSecret('manage'));
  const [opened, setOpened] = useState(secret);
  // Another link over this screen starts again.
  if (secret !== undefined && secret !== opened) setOpened(secret);
  return (
    <LinkPage title={screens.manage.title}>
      {opened === undefined ? (
        <Outcome text={text.missing} hint={text.missingHint} />
      ) : (
        <Arrival key={opened} secret={opened} />
      )}
    </LinkPage>
  );
}

function Arrival({ secret }: { secret: string }) {
  const account = useAccount();
  const { signInWithManagementLink } = useAuthCalls();
  const navigate = useNavigate();
  const action = useAction(
    () =>
      redeemOnce(
        () => signInWithManagementLink(secret),
        finalCodes,
        () => forgetLinkSecret('manage'),
      ),
    text,
  );

  if (action.done) {
    return (
      <Outcome tone="good" text={text.done} hint={text.doneHint}>
        <Button onClick={() => void navigate(screens.dashboard.path)} variant="primary">
          {text.dashboard}
        </Button>
      </Outcome>
    );
  }
  if (account.kind === 'unknown') return <p role="status">{texts.loading}</p>;
  if (account.kind === 'registered') return <SignOutFirst text={text.signedIn(account.email)} />;
  if (account.kind === 'needsMfa') return <SignOutFirst text={text.halfSignedIn} />;
  const isFinal = action.refusal !== undefined && finalCodes.has(action.refusal.code);
  if (isFinal) {
    return (
      <>
        <Refused refusal={action.refusal} />
        <p>{text.refusedHint}</p>
      </>
    );
  }
  return (
    <>
      <p>{text.lead}</p>
      <p className="note">
        {text.hint}
        {text.caution}
      </p>
      <ActionButton action={action} variant="primary">
        {text.submit}
      </ActionButton>
    </>
  );
}

/** A registered account's session is replaced only after signing out. */
function SignOutFirst({ text: reason }: { text: string }) {
  const [signOut, { isLoading }] = useSignOutMutation();
  return (
    <>
      <p>{text.lead}</p>
      <p role="status">{reason}</p>
      <Button loading={isLoading} onClick={() => void signOut()}>
        {text.signOut}
      </Button>
    </>
  );
}
