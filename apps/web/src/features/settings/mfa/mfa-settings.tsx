import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../../http/app-config.js';
import type { Factor } from '../../../session/auth-calls.js';
import { useAuthCalls } from '../../../session/auth-calls.js';
import { Button } from '../../../components/buttons/button.js';
import { DoneNotice, ErrorNotice } from '../../../components/notices/notice.js';
import { refusalOf, type Refusal } from '../../../forms/action-failure.js';
import { settingsTexts } from '../../../texts/account/settings.js';
import { FactorRow } from './factor-row.js';
import { RecoveryCodes } from './recovery-codes.js';
import { Section } from '../section.js';
import styles from '../settings.module.css';
import { MfaSetUp } from './mfa-set-up.js';

const text = settingsTexts.mfa;

type Known = { factors: Factor[] } | { refusal: Refusal } | undefined;

/** Lists the authenticator apps of the account, adds and removes them. */
export function MfaSettings({
  email,
  settingUp,
  onSettingUp,
}: {
  email: string;
  settingUp: boolean;
  onSettingUp: (settingUp: boolean) => void;
}) {
  const { listFactors } = useAuthCalls();
  const [known, setKnown] = useState<Known>();
  const [added, setAdded] = useState(false);
  const [done, setDone] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const wasSettingUp = useRef(settingUp);

  const load = async () => setKnown(await knownFactors(listFactors));
  useEffect(() => {
    let gone = false;
    void knownFactors(listFactors).then((found) => !gone && setKnown(found));
    return () => {
      gone = true;
    };
  }, [listFactors]);

  // The button that had the focus is removed with its row; a screen reader continues from here.
  const focusHeading = () => heading.current?.focus();
  useEffect(() => {
    if (wasSettingUp.current !== settingUp) heading.current?.focus();
    wasSettingUp.current = settingUp;
  }, [settingUp]);

  const factors = known && 'factors' in known ? known.factors : [];
  return (
    <>
      <Section heading={text.heading} headingRef={heading}>
        {!known && <p className={styles['note']}>{text.loading}</p>}
        {known && 'refusal' in known && <ErrorNotice title={known.refusal.title}>{known.refusal.text}</ErrorNotice>}
        {known && 'factors' in known && <p className={styles['note']}>{factors.length > 0 ? text.on : text.off}</p>}
        {factors.length > 0 && !settingUp && (
          <ul aria-label={text.list} className="stack-8">
            {factors.map((factor) => (
              <FactorRow
                factor={factor}
                key={factor.id}
                onRemoved={() => {
                  setDone(text.removed);
                  focusHeading();
                  void load();
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
              void load();
            }}
            onCancel={() => onSettingUp(false)}
          />
        ) : (
          <Button disabled={!known || 'refusal' in known} onClick={() => onSettingUp(true)}>
            {text.add}
          </Button>
        )}
      </Section>
      {factors.length > 0 && !settingUp && <RecoveryCodes email={email} makesIfNone={added} />}
    </>
  );
}

async function knownFactors(listFactors: () => Promise<Factor[]>): Promise<Known> {
  try {
    return { factors: await listFactors() };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return { refusal: refusalOf(error.failure, text.loadingFailed) };
  }
}

/** Names must differ, so that the owner of two apps can tell them apart. */
function nextName(takenNames: readonly string[]): string {
  const taken = new Set(takenNames);
  let number = 1;
  let name: string = text.defaultName;
  while (taken.has(name)) name = text.namedNext((number += 1));
  return name;
}
