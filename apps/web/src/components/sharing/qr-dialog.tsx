import { Button } from '../buttons/button.js';
import { Modal } from '../dialog/modal.js';
import { downloadUrl, shownAddress } from './share.js';
import { QrCode, qrCodePicture } from './qr-code.js';
import { DownloadIcon } from '../icons/action-icons.js';
import { resultTexts as text } from '../../texts/publish/result.js';
import styles from './qr-dialog.module.css';

/** The picture is large enough to print at 10 cm. */
const PIXELS_PER_MODULE = 32;

interface QrDialogProps {
  site: { url: string; title: string; path: string };
  onClose: () => void;
}

export function QrDialog({ site: { url, title, path }, onClose }: QrDialogProps) {
  const save = () => downloadUrl(`qr-${path}.png`, qrCodePicture(url, PIXELS_PER_MODULE));
  const { start, end } = shownAddress(url);
  return (
    <Modal
      actions={
        <Button className="grow" iconLeft={<DownloadIcon />} onClick={save} variant="primary">
          {text.saveQrCode}
        </Button>
      }
      onClose={onClose}
      title={text.qrCodeTitle}
      width="sm"
    >
      <div className={styles['code']}>
        <QrCode className={`framed ${styles['picture']}`} label={text.qrCode(title)} text={url} />
        <p className={`strong ${styles['title']}`}>{title}</p>
        <p className="soft-sm">{start + end}</p>
      </div>
    </Modal>
  );
}
