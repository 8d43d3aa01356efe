import { useUnsubscribeMutation } from '../../api/account.js';
import { ButtonLink } from '../../components/buttons/button.js';
import { ActionButton, useAction } from '../../forms/action.js';
import { screens } from '../../paths.js';
import { unsubscribeTexts as text } from '../../texts/information.js';
import { LinkPage, Outcome } from '../auth/link-page.js';

/** Mails about expiring pages link to `/unsubscribe#<token>`: after a press no more of them are sent. */
export function UnsubscribePage() {
  const [unsubscribe] = useUnsubscribeMutation();
  const action = useAction(() => unsubscribe(window.location.hash.slice(1)).unwrap(), text);
  const isInvalid = action.refusal?.code === 'UNSUBSCRIBE_TOKEN_INVALID';
  return (
    <LinkPage title={screens.unsubscribe.title}>
      {action.done && <Outcome tone="good" text={text.done} hint={text.doneHint} />}
      {isInvalid && (
        <Outcome text={text.failed} hint={action.refusal?.text}>
          <ButtonLink href="/?settings=profile" variant="primary">
            {text.settings}
          </ButtonLink>
        </Outcome>
      )}
      {!action.done && !isInvalid && (
        <>
          <p>{text.lead}</p>
          <ActionButton action={action} variant="primary">
            {text.submit}
          </ActionButton>
        </>
      )}
    </LinkPage>
  );
}
