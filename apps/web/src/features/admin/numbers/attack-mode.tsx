import { useState } from 'react';
import { useGetAttackModeQuery, useSetAttackModeMutation, numbersRefresh } from '../../../api/admin/admin.js';
import { Badge } from '../../../components/badge.js';
import { Button } from '../../../components/buttons/button.js';
import { LoadFailure } from '../../../components/notices/load-failure.js';
import { useNotices } from '../../../components/notices/notices.js';
import { adminTexts } from '../../../texts/admin.js';
import { formatDateTime } from '../../../texts/formats.js';
import { useAdminAccount } from '../paged-list.js';
import { ReasonDialog, useReasonForm } from '../reason-dialog.js';
import styles from './numbers.module.css';

const text = adminTexts.attackMode;

/** Switched on, every call without a registered account needs a proof of work. */
export function AttackMode({ isAdmin }: { isAdmin: boolean }) {
  const { data, error, refetch } = useGetAttackModeQuery({ account: useAdminAccount() }, numbersRefresh);
  const [isAsked, setAsked] = useState(false);
  if (data === undefined) {
    return error === undefined ? null : <LoadFailure error={error} onRetry={refetch} title={adminTexts.failed} />;
  }
  return (
    <section aria-label={text.label} className={styles['mode']}>
      <div>
        <h2 className={styles['name']}>
          {text.label} <Badge>{data.on ? text.on : text.off}</Badge>
        </h2>
        <p className="soft-xs">
          {data.since === null ? text.effect : text.since(formatDateTime(new Date(data.since)))}
        </p>
      </div>
      {isAdmin && <Button onClick={() => setAsked(true)}>{data.on ? text.switchOff : text.switchOn}</Button>}
      {isAsked && <SwitchDialog isOn={data.on} onClose={() => setAsked(false)} />}
    </section>
  );
}

function SwitchDialog({ isOn, onClose }: { isOn: boolean; onClose: () => void }) {
  const [setMode] = useSetAttackModeMutation();
  const { showToast } = useNotices();
  const form = useReasonForm(
    {},
    ({ reason }) => setMode({ on: !isOn, reason }).unwrap(),
    () => {
      onClose();
      showToast(isOn ? text.switchedOff : text.switchedOn);
    },
  );
  return (
    <ReasonDialog
      form={form}
      onClose={onClose}
      confirm={isOn ? text.switchOff : text.switchOn}
      title={isOn ? text.offTitle : text.onTitle}
    >
      <p>{text.effect}</p>
    </ReasonDialog>
  );
}
