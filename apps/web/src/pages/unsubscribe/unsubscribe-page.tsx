import { useUnsubscribeMutation } from '../../api/account.js';
import { Button } from '../../components/buttons/button.js';
import { CallFailureNotice } from '../../components/notices/load-failure.js';
import { texts } from '../../texts/ja.js';
import { unsubscribeTexts as text } from '../../texts/information.js';
import { LinkPage, Outcome } from '../auth/link-page.js';

/** Mails about expiring pages link to `/unsubscribe#<token>`: after a press no more of them are sent. */
export function UnsubscribePage() {
  const [unsubscribe, { isLoading, isSuccess, error }] = useUnsubscribeMutation();
  return (
    <LinkPage title={texts.titles.unsubscribe}>
      {isSuccess ? (
        <Outcome good text={text.done} hint={text.doneHint} />
      ) : (
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
