import { useEffect, useRef, useState } from 'react';
import { useListFactorsQuery, useRemoveFactorMutation } from '../../../api/factors.js';
import type { Factor } from '../../../session/auth-calls.js';
import { Button } from '../../../components/buttons/button.js';
import { CallFailureNotice } from '../../../components/notices/load-failure.js';
import { DoneNotice } from '../../../components/notices/notice.js';
import { useAction } from '../../../forms/use-action.js';
import { settingsTexts } from '../../../texts/account/settings.js';
import { texts } from '../../../texts/ja.js';
import { RecoveryCodes } from './recovery-codes.js';
import { Section } from '../section.js';
import { MfaSetUp } from './mfa-set-up.js';
import { ActionButton } from '../../../forms/action-button.js';
import { formatDateTime } from '../../../texts/formats.js';
import styles from '../settings.module.css';

const text = settingsTexts.mfa;

interface MfaSettingsProps {
  account: string;
  email: string;
  settingUp: boolean;
  onSettingUp: (settingUp: boolean) => void;
  onShowsCodes: (shows: boolean) => void;
}

export function MfaSettings({ account, email, settingUp, onSettingUp, onShowsCodes }: MfaSettingsProps) {
  const { data, error, refetch } = useListFactorsQuery({ account });
  const [added, setAdded] = useState(false);
  const [done, setDone] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const wasSettingUp = useRef(settingUp);

  // The button that had the focus is removed with its row; a screen reader continues from here.
  const focusHeading = () => heading.current?.focus();
  useEffect(() => {
    if (wasSettingUp.current !== settingUp) heading.current?.focus();
    wasSettingUp.current = settingUp;
  }, [settingUp]);

  const factors = error ? undefined : data;
  const hasFactors = factors !== undefined && factors.length > 0;
  return (
    <>
      <Section heading={text.heading} headingRef={heading}>
        {!factors && !error && <p className="note">{texts.loading}</p>}
        <CallFailureNotice error={error} title={text.loadingFailed} />
        {factors && <p className="note">{hasFactors ? text.on : text.off}</p>}
        {hasFactors && !settingUp && (
          <ul aria-label={text.list} className="stack-8">
            {factors.map((factor) => (
              <FactorRow
                factor={factor}
                key={factor.id}
                onRemoved={() => {
                  setDone(text.removed);
                  focusHeading();
                }}
              />
            ))}
          </ul>
        )}
        {done !== undefined && !settingUp && <DoneNotice>{done}</DoneNotice>}
        {settingUp ? (
          <MfaSetUp
            nameFor={nextName}
            onAdded={() => {
              onSettingUp(false);
              setAdded(true);
              setDone(text.added);
              void refetch();
            }}
            onCancel={() => onSettingUp(false)}
          />
        ) : (
          <Button disabled={!factors} onClick={() => onSettingUp(true)}>
            {text.add}
          </Button>
        )}
      </Section>
      {hasFactors && !settingUp && (
        <RecoveryCodes account={account} email={email} makesIfNone={added} onShows={onShowsCodes} />
      )}
    </>
  );
}

/** Names must differ, so that the owner of two apps can tell them apart. */
function nextName(takenNames: readonly string[]): string {
  const taken = new Set(takenNames);
  let number = 1;
  let name: string = text.defaultName;
  while (taken.has(name)) name = text.namedNext((number += 1));
  return name;
}

function FactorRow({ factor, onRemoved }: { factor: Factor; onRemoved: () => void }) {
  const [removeFactor] = useRemoveFactorMutation();
  const removal = useAction(async () => {
    await removeFactor(factor.id).unwrap();
    onRemoved();
  }, text.removing);
  return (
    <li className={styles['row']}>
      <div>
        <p className={styles['name']}>{factor.name}</p>
        <p className="note">{text.since(formatDateTime(new Date(factor.createdAt)))}</p>
      </div>
      <ActionButton
        action={removal}
        aria-label={text.removeNamed(factor.name)}
        question={text.removeQuestion(factor.name)}
        size="sm"
      >
        {text.remove}
      </ActionButton>
    </li>
  );
}
