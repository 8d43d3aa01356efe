import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../../../components/buttons/button.js';
import { ErrorNotice } from '../../../components/notices/notice.js';
import { type ActionRefusal, useAction } from '../../../forms/use-action.js';
import {
  type NewRecoveryCodes,
  type RecoveryCodes as KnownCodes,
  useRecoveryCodeCalls,
} from '../../../session/recovery-code-calls.js';
import { formatDateTime } from '../../../texts/formats.js';
import { recoveryCodeTexts as text } from '../../../texts/account/recovery-codes.js';
import { Section } from '../section.js';
import styles from '../settings.module.css';
import { ShownCodes } from './shown-codes.js';

interface RecoveryCodesProps {
  email: string;
  /** An authenticator app was just added: codes are made without a press. */
  makesIfNone: boolean;
}

/** Shows how many recovery codes are left; makes them, shows them once, and renews them. */
export function RecoveryCodes({ email, makesIfNone }: RecoveryCodesProps) {
  const { get, create } = useRecoveryCodeCalls();
  const [known, setKnown] = useState<KnownCodes>();
  const [made, setMade] = useState<NewRecoveryCodes>();
  const [asking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const renew = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(asking);
  const begun = useRef(false);
  const creation = useAction(async () => {
    const next = await create();
    setMade(next);
    setKnown({ remaining: next.codes.length, createdAt: next.createdAt });
    setAsking(false);
  }, text.creating);
  const loading = useAction(async () => {
    const found = await get();
    setKnown(found);
    if (!found && makesIfNone) creation.run();
  }, text.loadingFailed);
  const load = useEffectEvent(loading.run);
  useEffect(() => {
    // Codes must be made only once: the second ones would end those on the screen.
    if (begun.current) return;
    begun.current = true;
    load();
  }, []);

  // The button that the question replaced is shown again.
  useEffect(() => {
    if (wasAsking.current && !asking) renew.current?.focus();
    wasAsking.current = asking;
  }, [asking]);

  if (made) {
    const hide = () => {
      setMade(undefined);
      heading.current?.focus();
    };
    return (
      <Section heading={text.heading} headingRef={heading}>
        <ShownCodes {...made} email={email} onKept={hide} />
      </Section>
    );
  }
  return (
    <Section heading={text.heading} headingRef={heading}>
      <p className={styles['note']}>{text.lead}</p>
      {!loading.done && !loading.refusal && <p className={styles['note']}>{text.loading}</p>}
      <Refused refusal={loading.refusal} />
      {loading.done && !asking && (
        <>
          <p>{known ? text.remaining(known.remaining, formatDateTime(known.createdAt)) : text.none}</p>
          <Button loading={creation.working} onClick={known ? () => setAsking(true) : creation.run} ref={renew}>
            {known ? text.renew : text.create}
          </Button>
        </>
      )}
      {asking && <RenewQuestion action={creation} onKeep={() => setAsking(false)} />}
      <Refused refusal={creation.refusal} />
    </Section>
  );
}

function RenewQuestion({ action, onKeep }: { action: { working: boolean; run: () => void }; onKeep: () => void }) {
  const keep = useRef<HTMLButtonElement>(null);
  // The question replaces the button that had the focus.
  useEffect(() => keep.current?.focus(), []);
  return (
    <>
      <p role="status">{text.renewQuestion}</p>
      <div className={styles['choice']}>
        <Button disabled={action.working} onClick={onKeep} ref={keep} size="sm">
          {text.keep}
        </Button>
        <Button loading={action.working} onClick={action.run} size="sm" variant="danger">
          {text.renew}
        </Button>
      </div>
    </>
  );
}

function Refused({ refusal }: { refusal?: ActionRefusal | undefined }) {
  return refusal ? <ErrorNotice title={refusal.title}>{refusal.text}</ErrorNotice> : null;
}
