import { useRef, useState } from 'react';
import { Refused } from '../../../components/notices/notice.js';
import { ActionButton } from '../../../forms/action-button.js';
import { useAction, useActionOnce } from '../../../forms/use-action.js';
import {
  type NewRecoveryCodes,
  type RecoveryCodes as KnownCodes,
  useRecoveryCodeCalls,
} from '../../../session/recovery-code-calls.js';
import { formatDateTime } from '../../../texts/formats.js';
import { recoveryCodeTexts as text } from '../../../texts/account/recovery-codes.js';
import { texts } from '../../../texts/ja.js';
import { Section } from '../section.js';
import { ShownCodes } from './shown-codes.js';

interface RecoveryCodesProps {
  email: string;
  /** An authenticator app was just added: codes are made without a press. */
  makesIfNone: boolean;
  /** Called when the codes themselves come on the screen, and when they leave it. */
  onShows: (shows: boolean) => void;
}

/** Shows how many recovery codes are left; makes them, shows them once, and renews them. */
export function RecoveryCodes({ email, makesIfNone, onShows }: RecoveryCodesProps) {
  const { get, create } = useRecoveryCodeCalls();
  const [known, setKnown] = useState<KnownCodes>();
  const [made, setMade] = useState<NewRecoveryCodes>();
  const heading = useRef<HTMLHeadingElement>(null);
  const creation = useAction(async () => {
    const next = await create();
    setMade(next);
    onShows(true);
    setKnown({ remaining: next.codes.length, createdAt: next.createdAt });
  }, text.creating);
  const loading = useActionOnce(async () => {
    const found = await get();
    setKnown(found);
    if (!found && makesIfNone) creation.run();
  }, text.loadingFailed);
  const hide = () => {
    setMade(undefined);
    onShows(false);
    heading.current?.focus();
  };
  return (
    <Section heading={text.heading} headingRef={heading}>
      {made ? (
        <ShownCodes {...made} email={email} onKept={hide} />
      ) : (
        <>
          <p className="note">{text.lead}</p>
          {!loading.done && !loading.refusal && <p className="note">{texts.loading}</p>}
          <Refused refusal={loading.refusal} />
          {loading.done && (
            <>
              <p>{known ? text.remaining(known.remaining, formatDateTime(known.createdAt)) : text.none}</p>
              <ActionButton action={creation} question={known && text.renewQuestion}>
                {known ? text.renew : text.create}
              </ActionButton>
            </>
          )}
        </>
      )}
    </Section>
  );
}
