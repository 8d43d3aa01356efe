import { limits } from '@haru/contracts';
import { useState, type ReactNode } from 'react';
import { callFailureOf } from '../../http/call.js';
import { failureText } from '../../http/failure-text.js';
import { Button } from '../../components/buttons/button.js';
import { Modal } from '../../components/dialog/modal.js';
import { ErrorNotice } from '../../components/notices/notice.js';
import { TextArea } from '../../components/inputs/text-area.js';
import { adminTexts } from '../../texts/admin.js';
import styles from './admin.module.css';

interface ReasonDialogProps {
  title: string;
  submit: string;
  danger?: boolean;
  children?: ReactNode;
  /** Does it. @returns the failure, if there was one */
  onSubmit: (reason: string) => Promise<{ error?: unknown }>;
  onDone: () => void;
  onClose: () => void;
}

/** Nothing is done to others without saying why. */
export function ReasonDialog({ title, submit, danger = false, children, ...on }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<unknown>();
  const send = async () => {
    setWorking(true);
    setError(undefined);
    const result = await on.onSubmit(reason.trim());
    setWorking(false);
    if (result.error === undefined) on.onDone();
    else setError(result.error);
  };
  const failure = callFailureOf(error);
  return (
    <Modal
      actions={
        <>
          <Button disabled={working} onClick={on.onClose}>
            {adminTexts.cancel}
          </Button>
          <Button
            disabled={reason.trim() === ''}
            loading={working}
            onClick={() => void send()}
            variant={danger ? 'danger' : 'primary'}
          >
            {submit}
          </Button>
        </>
      }
      onClose={on.onClose}
      staysOpen={reason !== ''}
      title={title}
      working={working}
    >
      <div className={styles['dialog']}>
        {children}
        <TextArea
          count={{ now: reason.length, most: limits.moderationReasonMaxLength }}
          hint={adminTexts.reason.hint}
          label={adminTexts.reason.label}
          maxLength={limits.moderationReasonMaxLength}
          onChange={({ target }) => setReason(target.value)}
          readOnly={working}
          value={reason}
        />
        {failure && <ErrorNotice title={adminTexts.reason.failed}>{failureText(failure)}</ErrorNotice>}
      </div>
    </Modal>
  );
}
