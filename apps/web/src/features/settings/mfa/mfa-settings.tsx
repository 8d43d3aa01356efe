import { useEffect, useRef, useState, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';
import { useListFactorsQuery, useRemoveFactorMutation } from '../../../api/factors.js';
import type { Factor } from '@supabase/auth-js';
import { Button } from '../../../components/buttons/button.js';
import { DoneNotice } from '../../../components/notices/notice.js';
import { ActionButton, useAction } from '../../../forms/action.js';
import { settingsTexts } from '../../../texts/account/settings.js';
import { NotLoaded, Section, SettingsRow } from '../section.js';
import { MfaSetUp } from './mfa-set-up.js';
import { formatDateTime } from '../../../texts/formats.js';
import styles from '../settings.module.css';
import type { NewRecoveryCodesAnswer } from '@haru/contracts';
import { recoveryCodeTexts as codesText } from '../../../texts/account/recovery-codes.js';
import { useProductName } from '../../../api/api.js';
import { useCreateRecoveryCodesMutation, useGetRecoveryCodesQuery } from '../../../api/account.js';
import { useCopy } from '../../../components/sharing/use-copy.js';
import { useKeepOpen } from '../../../components/dialog/keep-open.js';
import { downloadFile } from '../../../components/sharing/share.js';
import { CopyIcon } from '../../../components/icons/action-icons.js';
import { FileIcon } from '../../../components/icons/icons.js';

const text = settingsTexts.mfa;

/** The set-up, and codes that are shown only once, have the screen for themselves. */
export type MfaView = 'settings' | 'setUp' | 'codes';

interface MfaSettingsProps {
  account: string;
  email: string;
  view: MfaView;
  onView: (view: MfaView) => void;
}

export function MfaSettings({ account, email, view, onView }: MfaSettingsProps) {
  const { data, error, refetch } = useListFactorsQuery({ account });
  const [done, setDone] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had the focus is removed with its row or view; a screen reader continues from here.
  const focusHeading = () => heading.current?.focus();
  const show = (next: MfaView) => {
    flushSync(() => onView(next));
    focusHeading();
  };

  const factors = error ? undefined : data;
  const hasFactors = factors !== undefined && factors.length > 0;
  const settingUp = view === 'setUp';
  return (
    <>
      <Section
        heading={settingUp ? text.add : text.heading}
        headingRef={heading}
        lead={factors && !settingUp && done === undefined ? (hasFactors ? text.on : text.off) : undefined}
      >
        {done !== undefined && !settingUp && <DoneNotice>{done}</DoneNotice>}
        {!factors && <NotLoaded error={error} title={text.loadingFailed} />}
        {hasFactors && !settingUp && (
          <ul aria-label={text.list} className="stack-8">
            {factors.map((factor) => (
              <FactorRow factor={factor} key={factor.id} onDone={setDone} onRemoved={focusHeading} />
            ))}
          </ul>
        )}
        {settingUp && (
          <MfaSetUp
            nameFor={nextName}
            onAdded={() => {
              setDone(text.added);
              show('settings');
              void refetch();
            }}
            onCancel={() => show('settings')}
          />
        )}
        {view === 'settings' && (
          <Button disabled={!factors} onClick={() => show('setUp')}>
            {text.add}
          </Button>
        )}
      </Section>
      {hasFactors && !settingUp && (
        <RecoveryCodes
          account={account}
          email={email}
          makesIfNone={done === text.added}
          onView={(next) => {
            if (next === 'settings') setDone(undefined);
            onView(next);
          }}
        />
      )}
    </>
  );
}

/** Names must differ, so that the owner of two apps can tell them apart. */
function nextName(taken: readonly string[]): string {
  let number = 1;
  let name: string = text.defaultName;
  while (taken.includes(name)) name = text.namedNext((number += 1));
  return name;
}

interface FactorRowProps {
  factor: Factor;
  onDone: (text: string | undefined) => void;
  onRemoved: () => void;
}

function FactorRow({ factor, onDone, onRemoved }: FactorRowProps) {
  const { id, friendly_name: name = '', created_at: createdAt } = factor;
  const [removeFactor] = useRemoveFactorMutation();
  const removal = useAction(async () => {
    await removeFactor(id).unwrap();
    onDone(text.removed);
    onRemoved();
  }, text.removing);
  return (
    <SettingsRow
      action={removal}
      button={text.remove}
      label={text.removeNamed(name)}
      name={name}
      onAsk={() => onDone(undefined)}
      notes={[text.since(formatDateTime(new Date(createdAt)))]}
      question={text.removeQuestion(name)}
    />
  );
}

type NewRecoveryCodes = NewRecoveryCodesAnswer['recovery_codes'];

interface RecoveryCodesProps {
  account: string;
  email: string;
  /** An authenticator app was just added, so codes are made immediately. */
  makesIfNone: boolean;
  onView: (view: MfaView) => void;
}

function RecoveryCodes({ account, email, makesIfNone, onView }: RecoveryCodesProps) {
  const { data: known, error } = useGetRecoveryCodesQuery({ account });
  const [create] = useCreateRecoveryCodesMutation();
  const [made, setMade] = useState<NewRecoveryCodes>();
  const heading = useRef<HTMLHeadingElement>(null);
  const creation = useAction(async () => {
    setMade(await create().unwrap());
    onView('codes');
  }, codesText.creating);
  const makeFirst = useEffectEvent(creation.run);
  const lacksCodes = makesIfNone && known === null;
  useEffect(() => {
    if (lacksCodes) makeFirst();
  }, [lacksCodes]);
  const hide = () => {
    setMade(undefined);
    onView('settings');
    heading.current?.focus();
  };
  return (
    <Section heading={codesText.heading} headingRef={heading}>
      {made ? (
        <ShownCodes {...made} email={email} onKept={hide} />
      ) : (
        <>
          <p className="note">{codesText.lead}</p>
          {(known === undefined || error) && <NotLoaded error={error} title={codesText.loadingFailed} />}
          {known !== undefined && (
            <>
              <p>
                {known
                  ? codesText.remaining(known.remaining, formatDateTime(new Date(known.created_at)))
                  : codesText.none}
              </p>
              <ActionButton action={creation} question={known ? codesText.renewQuestion : undefined}>
                {known ? codesText.renew : codesText.create}
              </ActionButton>
            </>
          )}
        </>
      )}
    </Section>
  );
}

interface ShownCodesProps extends NewRecoveryCodes {
  email: string;
  onKept: () => void;
}

function ShownCodes({ codes, created_at: createdAt, email, onKept }: ShownCodesProps) {
  const productName = useProductName();
  const { copy, isRefused, element } = useCopy<HTMLUListElement>(codes.join('\n'), codesText.copied);
  // The codes would be lost if Esc or the backdrop closed the dialog.
  useKeepOpen(true, codesText.unsaved);

  const save = () =>
    downloadFile(
      codesText.fileName,
      'text/plain',
      codesText.file(productName, email, codes, formatDateTime(new Date(createdAt))),
    );

  return (
    <>
      <p className="amber-box" role="status">
        {codesText.once}
      </p>
      <ul aria-label={codesText.list} className={`code-box ${styles['codes']}`} ref={element}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      {isRefused && <p role="alert">{codesText.copyFailed}</p>}
      <div className={`wrap-12 ${styles['keeping']}`}>
        <Button iconLeft={<CopyIcon />} onClick={copy} variant="primary">
          {codesText.copy}
        </Button>
        <Button iconLeft={<FileIcon />} onClick={save}>
          {codesText.save}
        </Button>
        <Button onClick={onKept}>{codesText.saved}</Button>
      </div>
    </>
  );
}
