import { useImperativeHandle } from 'react';
import { Badge } from '../../../components/badge.js';
import { Button, IconButton } from '../../../components/buttons/button.js';
import { CloseIcon } from '../../../components/icons/icons.js';
import { filesTexts as text } from '../../../texts/files.js';
import { texts } from '../../../texts/ja.js';
import { FileButton, FileDrop, FolderButton } from '../../files/inputs/file-inputs.js';
import { FileList, LeftOutList } from '../../files/list/file-list.js';
import { totalBytes } from '../../files/page-file.js';
import { UploadState } from '../../files/sending/upload-state.js';
import { useAutomaticUpload } from '../../files/sending/use-upload.js';
import type { TextEntry } from '../editor/use-text-entry.js';
import type { Publication } from '../use-publish.js';
import { ownFileAt, withoutFile, type FileSet } from './file-set.js';
import styles from './files-card.module.css';

interface FilesCardProps {
  entry: TextEntry;
  files: FileSet;
  publication: Publication;
}

/** Replaces the editor: lists the files of the page, and sends them while it is shown. */
export function FilesCard({ entry, files: set, publication }: FilesCardProps) {
  const { form, setFiles, setSent } = publication;
  const { files } = set;
  const upload = useAutomaticUpload(files, setSent);
  useImperativeHandle(publication.upload, () => upload);
  const inputs = { disabled: form.working, isPlain: true, onFiles: entry.load };

  return (
    <div className={`shrinks column ${styles['card']}`}>
      <div className={`pane-head ${styles['head']}`}>
        <FileButton {...inputs}>{text.add}</FileButton>
        <FolderButton {...inputs}>{text.addFolder}</FolderButton>
        <Button className={styles['leave']} disabled={form.working} onClick={() => setFiles(undefined)} variant="ghost">
          {text.leave}
        </Button>
      </div>
      <div className={`stack-8 ${styles['about']}`}>
        <h2 className="soft-sm normal">{text.summary(files.length, totalBytes(files))}</h2>
        {entry.problem !== undefined && (
          <p className="red-sm" role="alert">
            {entry.problem}
          </p>
        )}
        {(entry.isReading || (set.notice !== '' && upload.progress.phase !== 'sent')) && (
          <p className="note" role="status">
            {entry.isReading ? texts.loading : set.notice}
          </p>
        )}
        <UploadState
          onPause={upload.pause}
          onResume={upload.resume}
          progress={upload.progress}
          ready={text.ready + set.notice}
        />
      </div>
      <div className={`stack-8 ${styles['files']}`}>
        <FileList
          actionsOf={({ path }) =>
            ownFileAt(set, path) && (
              <IconButton
                disabled={form.working}
                icon={<CloseIcon />}
                label={text.remove(path)}
                onClick={() => void withoutFile(set, path).then(setFiles)}
              />
            )
          }
          files={files}
          markOf={({ path }) => !ownFileAt(set, path) && <Badge>{text.made}</Badge>}
        />
        <LeftOutList files={set.leftOut} />
      </div>
      <FileDrop label={text.dropHere} onFiles={entry.load} />
    </div>
  );
}
