import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { CallError } from '../../api/app-config.js';
import { useAuthCalls } from '../../api/use-auth-calls.js';
import { Button } from '../../components/button.js';
import { useOpenDialog } from '../../features/auth/account-dialogs.js';
import { refusalOf, type Refusal } from '../../forms/action-failure.js';
import { authTexts } from '../../texts/auth.js';
import { LinkPage, Outcome } from './link-page.js';
import { useRedirectHome } from './use-redirect-home.js';

const text = authTexts.confirmPage;

/** `/auth/confirm?token=…&type=signup`, from the mail after registering. */
export function ConfirmPage() {
  const [query] = useSearchParams();
  const token = query.get('token');
  return (
    <LinkPage title={text.title}>
      {token && query.get('type') === 'signup' ? (
        <Confirmation token={token} />
      ) : (
        <Outcome good={false} text={text.invalid}>
          <p>{text.invalidHint}</p>
        </Outcome>
      )}
    </LinkPage>
  );
}

function Confirmation({ token }: { token: string }) {
  const { redeem } = useAuthCalls();
  const openDialog = useOpenDialog();
  const [state, setState] = useState<{ done: boolean; refusal?: Refusal }>({ done: false });
  const begun = useRef(false);
  useRedirectHome(state.done);

  const begin = useEffectEvent(async () => {
    try {
      await redeem('signup', token);
      setState({ done: true });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setState({ done: false, refusal: refusalOf(error.failure, text) });
    }
  });
  useEffect(() => {
    // A token works once: asking twice would turn a success into a failure.
    if (begun.current) return;
    begun.current = true;
    void begin();
  }, []);

  if (state.done) {
    return (
      <Outcome good text={text.done}>
        <p>{text.doneHint}</p>
      </Outcome>
    );
  }
  if (state.refusal) {
    return (
      <Outcome good={false} text={state.refusal.title}>
        <p>{state.refusal.text}</p>
        <Button onClick={() => openDialog({ name: 'auth', view: 'login' })}>{text.toLogin}</Button>
      </Outcome>
    );
  }
  return <p role="status">{text.loading}</p>;
}
