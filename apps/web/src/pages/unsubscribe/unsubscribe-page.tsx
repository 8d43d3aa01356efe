import { useUnsubscribeMutation } from '../../api/account.js';
import { Button, ButtonLink } from '../../components/buttons/button.js';
import { CallFailureNotice } from '../../components/notices/load-failure.js';
import { callFailureOf } from '../../http/call.js';
import { failureText } from '../../http/failure-text.js';
import { texts } from '../../texts/ja.js';
import { unsubscribeTexts as text } from '../../texts/information.js';
import { LinkPage, Outcome } from '../auth/link-page.js';

/** Mails about expiring pages link to `/unsubscribe#<token>`: after a press no more of them are sent. */
export function UnsubscribePage() {
  const [unsubscribe, { isLoading, isSuccess, error }] = useUnsubscribeMutation();
  const failure = callFailureOf(error);
  const isInvalid = failure?.code === 'UNSUBSCRIBE_TOKEN_INVALID';
  return (
    <LinkPage title={texts.titles.unsubscribe}>
      {isSuccess && <Outcome tone="good" text={text.done} hint={text.doneHint} />}
      {isInvalid && (
        <Outcome text={text.failed} hint={failureText(failure)}>
          <ButtonLink href="/?settings=profile" variant="primary">
            {text.settings}
          </ButtonLink>
        </Outcome>
      )}
      {!isSuccess && !isInvalid && (
        <>
          <p>{text.lead}</p>
          <CallFailureNotice error={error} title={text.failed} />
          <Button loading={isLoading} onClick={() => void unsubscribe(window.location.hash.slice(1))} variant="primary">
            {text.submit}
          </Button>
        </>
      )}
    </LinkPage>
  );
}
