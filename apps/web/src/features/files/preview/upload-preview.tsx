import { previewFrame } from '@haru/contracts';
import { useEffect, useState } from 'react';
import { classNames } from '../../../components/class-names.js';
import { filesTexts as text } from '../../../texts/files.js';
import { PageWindow } from '../../preview/browser-frame.js';
import { pageTitleOf } from '../../preview/page-markup.js';
import type { PageFile } from '../page-file.js';
import type { SentUpload } from '../sending/file-upload.js';
import styles from './upload-preview.module.css';

interface UploadPreviewProps {
  files: readonly PageFile[];
  sent: SentUpload | undefined;
  startsNarrow: boolean;
}

/** Shows a page of several files as it will be published. */
export function UploadPreview({ files, sent, startsNarrow }: UploadPreviewProps) {
  const title = useTitle(files);
  return (
    <PageWindow pageTitle={title} startsNarrow={startsNarrow}>
      {({ className, ref }) =>
        sent?.previewUrl === undefined ? (
          <p className={styles['placeholder']}>{sent ? text.noPreview : text.previewLater}</p>
        ) : (
          <div className={classNames(styles['page'], className)} ref={ref}>
            <iframe sandbox={previewFrame.sandbox} src={sent.previewUrl} title={text.preview} />
          </div>
        )
      }
    </PageWindow>
  );
}

/** The title is near the start of the page. */
const READ_BYTES = 65_536;

function useTitle(files: readonly PageFile[]): string {
  const [title, setTitle] = useState('');
  const start = files.find(({ path }) => path === 'index.html')?.content;
  useEffect(() => {
    let isCurrent = true;
    if (!(start instanceof Blob)) return undefined;
    void start
      .slice(0, READ_BYTES)
      .text()
      .then((html) => isCurrent && setTitle(pageTitleOf(html)));
    return () => {
      isCurrent = false;
    };
  }, [start]);
  return title;
}
