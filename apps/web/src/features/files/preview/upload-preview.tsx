import { previewFrame } from '@haru/contracts';
import { classNames } from '../../../components/class-names.js';
import { filesTexts as text } from '../../../texts/files.js';
import { PageWindow } from '../../preview/browser-frame.js';
import styles from './upload-preview.module.css';

interface UploadPreviewProps {
  title: string;
  url: string | undefined;
  placeholder: string;
  startsNarrow: boolean;
}

export function UploadPreview({ title, url, placeholder, startsNarrow }: UploadPreviewProps) {
  return (
    <PageWindow pageTitle={title} startsNarrow={startsNarrow}>
      {({ className, ref }) =>
        url === undefined ? (
          <p className={styles['placeholder']}>{placeholder}</p>
        ) : (
          <div className={styles['preview']}>
            <div className={classNames(styles['page'], className)} ref={ref}>
              <iframe sandbox={previewFrame.sandbox} src={url} title={text.preview} />
            </div>
          </div>
        )
      }
    </PageWindow>
  );
}
