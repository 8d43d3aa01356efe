import { useAppConfig } from '../../api/api.js';
import { Button } from '../../components/buttons/button.js';
import { downloadFile } from '../../components/sharing/share-link.js';
import { SecretLink } from '../../components/sharing/secret-link.js';
import { FileIcon } from '../../components/icons/icons.js';
import { lazyPart } from '../../components/loading/lazy-part.js';
import { LoadedPart } from '../../components/loading/loaded-part.js';
import type { NewManagementLink } from '../../session/management-link-calls.js';
import { formatDateTime } from '../../texts/formats.js';
import { managementLinkTexts as text } from '../../texts/sites/management-link.js';
import styles from './management-link.module.css';

const QrCode = lazyPart(async () => (await import('../../components/sharing/qr-code.js')).QrCode);

/** Shows the link itself, which can be seen only now, and how to keep it. */
export function ShownLink({ url, createdAt }: NewManagementLink) {
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
