import type { NewRecoveryCodesAnswer } from '@haru/contracts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { CallFailureNotice } from '../../../components/notices/load-failure.js';
import { ActionButton } from '../../../forms/action-button.js';
import { useAction } from '../../../forms/use-action.js';
import { formatDateTime } from '../../../texts/formats.js';
import { recoveryCodeTexts as text } from '../../../texts/account/recovery-codes.js';
import { texts } from '../../../texts/ja.js';
import { Section } from '../section.js';
import { useAppConfig } from '../../../api/api.js';
import { useCreateRecoveryCodesMutation, useGetRecoveryCodesQuery } from '../../../api/recovery-codes.js';
import { Button } from '../../../components/buttons/button.js';
import { useCopy } from '../../../components/sharing/use-copy.js';
import { useKeepOpen } from '../../../components/dialog/keep-open.js';
import { downloadFile } from '../../../components/sharing/share-link.js';
import { CopyIcon } from '../../../components/icons/action-icons.js';
import { FileIcon } from '../../../components/icons/icons.js';
import styles from '../settings.module.css';

type NewRecoveryCodes = NewRecoveryCodesAnswer['recovery_codes'];

interface RecoveryCodesProps {
  account: string;
  email: string;
  /** An authenticator app was just added, so codes are made immediately. */
  makesIfNone: boolean;
  onShows: (shows: boolean) => void;
}

export function RecoveryCodes({ account, email, makesIfNone, onShows }: RecoveryCodesProps) {
  const { data: known, error } = useGetRecoveryCodesQuery({ account });
  const [create] = useCreateRecoveryCodesMutation();
  const [made, setMade] = useState<NewRecoveryCodes>();
  const heading = useRef<HTMLHeadingElement>(null);
  const creation = useAction(async () => {
    setMade(await create().unwrap());
    onShows(true);
  }, text.creating);
  const makeFirst = useEffectEvent(creation.run);
  const lacksCodes = makesIfNone && known === null;
  useEffect(() => {
    if (lacksCodes) makeFirst();
  }, [lacksCodes]);
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
          {known === undefined && !error && <p className="note">{texts.loading}</p>}
          <CallFailureNotice error={error} title={text.loadingFailed} />
          {known !== undefined && (
            <>
              <p>{known ? text.remaining(known.remaining, formatDateTime(new Date(known.created_at))) : text.none}</p>
              <ActionButton action={creation} question={known ? text.renewQuestion : undefined}>
                {known ? text.renew : text.create}
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
  const { productName } = useAppConfig();
  const { copy, isRefused, element } = useCopy<HTMLUListElement>(codes.join('\n'), text.copied);
  // The codes would be lost if Esc or the backdrop closed the dialog.
  useKeepOpen(true, text.unsaved);

  const save = () =>
    downloadFile(
      text.fileName,
      'text/plain',
      text.file(productName, email, codes, formatDateTime(new Date(createdAt))),
    );

  return (
    <>
      <p role="status">{text.once}</p>
      <ul aria-label={text.list} className={styles['codes']} ref={element}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      {isRefused && <p role="alert">{text.copyFailed}</p>}
      <div className="wrap-12">
        <Button iconLeft={<CopyIcon />} onClick={copy}>
          {text.copy}
        </Button>
        <Button iconLeft={<FileIcon />} onClick={save}>
          {text.save}
        </Button>
        <Button onClick={onKept} variant="primary">
          {text.saved}
        </Button>
      </div>
    </>
  );
}
