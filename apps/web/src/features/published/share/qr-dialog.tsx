import type { PublishedSite } from '../../../api/api.js';
import { Button } from '../../../components/buttons/button.js';
import { Modal } from '../../../components/dialog/modal.js';
import { downloadUrl } from '../../../components/sharing/share-link.js';
import { QrCode, qrCodePicture } from '../../../components/sharing/qr-code.js';
import { DownloadIcon } from '../../../components/icons/action-icons.js';
import { resultTexts as text } from '../../../texts/publish/result.js';
import styles from './qr-dialog.module.css';
import { shownAddress } from './share-links.js';

/** The picture is large enough to print at 10 cm. */
const PIXELS_PER_MODULE = 32;

interface QrDialogProps {
  site: Pick<PublishedSite, 'url' | 'title' | 'path'>;
  onClose: () => void;
}

export function QrDialog({ site: { url, title, path }, onClose }: QrDialogProps) {
  const save = () => downloadUrl(`qr-${path}.png`, qrCodePicture(url, PIXELS_PER_MODULE));
  const { start, end } = shownAddress(url);
  return (
    <Modal
      actions={
        <Button iconLeft={<DownloadIcon />} onClick={save} variant="primary">
          {text.saveQrCode}
        </Button>
      }
      onClose={onClose}
      title={text.qrCodeTitle}
      width="sm"
    >
      <div className={styles['code']}>
        <QrCode className={styles['picture']} label={text.qrCode(title)} text={url} />
        <p className={styles['title']}>{title}</p>
        <p className={styles['address']}>{start + end}</p>
      </div>
    </Modal>
  );
}
