import { useRef, useState } from 'react';
import { useAppConfig } from '../../api/api.js';
import { Button } from '../../components/buttons/button.js';
import { copyText } from '../../components/sharing/copy-text.js';
import { downloadFile } from '../../components/sharing/download-file.js';
import { CopyIcon } from '../../components/icons/action-icons.js';
import { FileIcon } from '../../components/icons/icons.js';
import { lazyPart } from '../../components/loading/lazy-part.js';
import { LoadedPart } from '../../components/loading/loaded-part.js';
import { useNotices } from '../../components/notices/notices.js';
import type { NewManagementLink } from '../../session/management-link-calls.js';
import { formatDateTime } from '../../texts/formats.js';
import { managementLinkTexts as text } from '../../texts/sites/management-link.js';
import styles from './management-link.module.css';

const QrCode = lazyPart(async () => (await import('../../components/sharing/qr-code.js')).QrCode);

/** The link itself, which can be seen only now, and the ways to keep it. */
export function ShownLink({ url, createdAt }: NewManagementLink) {
  const { productName } = useAppConfig();
  const { showToast } = useNotices();
  const [refused, setRefused] = useState(false);
  const address = useRef<HTMLElement>(null);

  const copy = async () => {
    const done = await copyText(url);
    setRefused(!done);
    if (done) showToast(text.copied);
    else if (address.current) window.getSelection()?.selectAllChildren(address.current);
  };
  const save = () => downloadFile(text.fileName, 'text/plain', text.file(productName, url, formatDateTime(createdAt)));

  return (
    <div className={styles['shown']}>
      <p role="status">{text.once}</p>
      <code aria-label={text.address} className={styles['url']} ref={address} role="group">
        {url}
      </code>
      {refused && (
        <p className={styles['refused']} role="alert">
          {text.copyFailed}
        </p>
      )}
      <div className={styles['actions']}>
        <Button iconLeft={<CopyIcon />} onClick={() => void copy()} variant="primary">
          {text.copy}
        </Button>
        <Button iconLeft={<FileIcon />} onClick={save}>
          {text.save}
        </Button>
      </div>
      <div className={styles['qrCode']}>
        <LoadedPart>
          <QrCode label={text.qrCode} text={url} />
        </LoadedPart>
      </div>
    </div>
  );
}
