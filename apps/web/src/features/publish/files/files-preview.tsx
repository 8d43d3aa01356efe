import { START_PAGE } from '@haru/contracts';
import { useEffect, useState } from 'react';
import { filesTexts as text } from '../../../texts/files.js';
import type { PageFile } from '../../files/page-file.js';
import type { SentUpload } from '../../files/sending/file-upload.js';
import { FilesBrowser } from '../../preview/browser-frame.js';
import { pageTitleOf } from '../../preview/page-markup.js';

interface FilesPreviewProps {
  files: readonly PageFile[];
  sent: SentUpload | undefined;
  startsNarrow: boolean;
}

export function FilesPreview({ files, sent, startsNarrow }: FilesPreviewProps) {
  const title = useTitle(files);
  const placeholder = sent ? text.noPreview : text.previewLater;
  return (
    <FilesBrowser address={sent?.previewUrl} placeholder={placeholder} startsNarrow={startsNarrow} title={title} />
  );
}

/** The title is near the start of the page. */
const READ_BYTES = 65_536;

function useTitle(files: readonly PageFile[]): string {
  const [title, setTitle] = useState('');
  const start = files.find(({ path }) => path === START_PAGE)?.content;
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
