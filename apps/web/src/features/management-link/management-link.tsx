import { useState } from 'react';
import { Refused } from '../../components/notices/notice.js';
import { useNotices } from '../../components/notices/notices.js';
import { ActionButton } from '../../forms/action-button.js';
import { useAction, useActionOnce } from '../../forms/use-action.js';
import {
  type ManagementLink,
  type NewManagementLink,
  useManagementLinkCalls,
} from '../../session/management-link-calls.js';
import { formatDateTime } from '../../texts/formats.js';
import { texts } from '../../texts/ja.js';
import { managementLinkTexts as text } from '../../texts/sites/management-link.js';
import styles from './management-link.module.css';
import { useAppConfig } from '../../api/api.js';
import { Button } from '../../components/buttons/button.js';
import { downloadFile } from '../../components/sharing/share-link.js';
import { SecretLink } from '../../components/sharing/secret-link.js';
import { FileIcon } from '../../components/icons/icons.js';
import { lazyPart } from '../../components/loading/lazy-part.js';
import { LoadedPart } from '../../components/loading/loaded-part.js';

/** Makes, shows once, renews and revokes the management link of the temporary account that is signed in. */
export function ManagementLinkPanel() {
  const { get, create, revoke } = useManagementLinkCalls();
  const { showToast } = useNotices();
  const [link, setLink] = useState<ManagementLink>();
  const [made, setMade] = useState<NewManagementLink>();
  const loading = useActionOnce(async () => setLink(await get()), text.loadingFailed);
  const creation = useAction(async () => {
    const next = await create();
    setMade(next);
    setLink({ createdAt: next.createdAt });
  }, text.creating);
  const revocation = useAction(async () => {
    await revoke();
    setMade(undefined);
    setLink(undefined);
    showToast(text.revoked);
  }, text.revoking);
  return (
    <div className="stack-16" tabIndex={-1}>
      <p>{text.lead}</p>
      <p className="note">{text.secrecy}</p>
      {made && <ShownLink {...made} />}
      {!loading.done && !loading.refusal && <p className="note">{texts.loading}</p>}
      <Refused refusal={loading.refusal} />
      {link && (
        <p className="note">
          {text.since(formatDateTime(link.createdAt))}
          {link.lastUsedAt && text.lastUsed(formatDateTime(link.lastUsedAt))}
        </p>
      )}
      {loading.done && (
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
            <ActionButton action={creation} key="create" variant="primary">
              {text.create}
            </ActionButton>
          )}
        </div>
      )}
    </div>
  );
}

const QrCode = lazyPart(async () => (await import('../../components/sharing/qr-code.js')).QrCode);

/** Shows the link itself, which can be seen only now, and how to keep it. */
function ShownLink({ url, createdAt }: NewManagementLink) {
  const { productName } = useAppConfig();
  const save = () => downloadFile(text.fileName, 'text/plain', text.file(productName, url, formatDateTime(createdAt)));

  return (
    <div className="stack-16">
      <p role="status">{text.once}</p>
      <SecretLink texts={{ ...text, link: text.address }} url={url}>
        <Button iconLeft={<FileIcon />} onClick={save}>
          {text.save}
        </Button>
      </SecretLink>
      <div className={styles['qrCode']}>
        <LoadedPart>
          <QrCode label={text.qrCode} text={url} />
        </LoadedPart>
      </div>
    </div>
  );
}
