import type { NewManagementLinkAnswer } from '@haru/contracts';
import { useState } from 'react';
import { useKeepOpen } from '../../components/dialog/keep-open.js';
import { CallFailureNotice } from '../../components/notices/load-failure.js';
import { useNotices } from '../../components/notices/notices.js';
import { ActionButton, useAction } from '../../forms/action.js';
import { idOf } from '../../session/account.js';
import { useAccount } from '../../session/session-slice.js';
import { formatDateTime } from '../../texts/formats.js';
import { texts } from '../../texts/ja.js';
import { managementLinkTexts as text } from '../../texts/sites/management-link.js';
import styles from './management-link.module.css';
import { useProductName } from '../../api/api.js';
import {
  useCreateManagementLinkMutation,
  useGetManagementLinkQuery,
  useRevokeManagementLinkMutation,
} from '../../api/account.js';
import { Button } from '../../components/buttons/button.js';
import { downloadFile } from '../../components/sharing/share.js';
import { SecretLink } from '../../components/sharing/copy-line.js';
import { FileIcon } from '../../components/icons/icons.js';
import { requiredPart } from '../../components/loading/loaded-part.js';

export function ManagementLinkPanel() {
  const { data: link, error } = useGetManagementLinkQuery({ account: idOf(useAccount()) ?? '' });
  const [create] = useCreateManagementLinkMutation();
  const [revoke] = useRevokeManagementLinkMutation();
  const { showToast } = useNotices();
  const [made, setMade] = useState<NewManagementLinkAnswer['management_link']>();
  const creation = useAction(async () => setMade(await create().unwrap()), text.creating);
  const revocation = useAction(async () => {
    await revoke().unwrap();
    setMade(undefined);
    showToast(text.revoked);
  }, text.revoking);
  useKeepOpen(made !== undefined, text.unsaved);
  return (
    <div className="stack-16" tabIndex={-1}>
      {!made && <p className="note">{text.lead}</p>}
      {made && <ShownLink {...made} />}
      <p className="note">{text.secrecy}</p>
      {link === undefined && !error && <p className="note">{texts.loading}</p>}
      <CallFailureNotice error={error} title={text.loadingFailed} />
      {link && !made && (
        <p className="note">
          {text.since(formatDateTime(new Date(link.created_at)))}
          {link.last_used_at !== null && text.lastUsed(formatDateTime(new Date(link.last_used_at)))}
        </p>
      )}
      {link !== undefined && (
        <div className="wrap-12 fill-phone">
          {link ? (
            <>
              <ActionButton action={creation} key="renew" question={text.renewQuestion}>
                {text.renew}
              </ActionButton>
              <ActionButton action={revocation} question={text.revokeQuestion}>
                {text.revoke}
              </ActionButton>
            </>
          ) : (
            <ActionButton action={creation} key="create">
              {text.create}
            </ActionButton>
          )}
        </div>
      )}
    </div>
  );
}

const QrCode = requiredPart(() => import('../../components/sharing/qr-code.js'), 'QrCode');

function ShownLink({ url, created_at: createdAt }: NewManagementLinkAnswer['management_link']) {
  const productName = useProductName();
  const save = () =>
    downloadFile(text.fileName, 'text/plain', text.file(productName, url, formatDateTime(new Date(createdAt))));
  return (
    <>
      <p className="amber-box strong" role="status">
        {text.once}
      </p>
      <div className={`wrap-12 ${styles['shown']}`}>
        <div className="stack-12">
          <SecretLink name={text.heading} url={url}>
            <Button iconLeft={<FileIcon />} onClick={save}>
              {text.save}
            </Button>
          </SecretLink>
        </div>
        <QrCode className={`framed ${styles['qrCode']}`} label={text.qrCode} text={url} />
      </div>
    </>
  );
}
