import { Badge } from '../../../components/badge.js';
import { filesTexts } from '../../../texts/files.js';
import { editFilesTexts as text } from '../../../texts/sites/edit-files.js';
import { FileButton, FileDrop, FolderButton } from '../../files/inputs/file-inputs.js';
import { FileList } from '../../files/list/file-list.js';
import { totalBytes, type PageFile } from '../../files/page-file.js';
import { UploadState } from '../../files/sending/upload-state.js';
import styles from './files-editing.module.css';
import type { FilesEditing } from './use-files-editing.js';

export function FilesPane({ editing, onOpened }: { editing: FilesEditing; onOpened: () => void }) {
  const { files, form, open, problem, progress } = editing;
  const inputs = { disabled: form.working, isPlain: true, onFiles: editing.add };
  return (
    <>
      <div className={`wrap-8 pane-head ${styles['head']}`}>
        <FileButton {...inputs}>{filesTexts.add}</FileButton>
        <FolderButton {...inputs}>{filesTexts.addFolder}</FolderButton>
      </div>
      <div className={styles['about']}>
        <p className="soft-xs">{filesTexts.summary(files.length, totalBytes(files))}</p>
        {problem !== '' && (
          <p className="red-sm" role="alert">
            {problem}
          </p>
        )}
        {form.working && progress.phase !== 'sent' && (
          <UploadState onPause={editing.pause} onResume={editing.submit} progress={progress} ready="" />
        )}
      </div>
      <div className={styles['list']}>
        <FileList
          files={files}
          markOf={(file) => markOf(file, editing.published)}
          onOpen={({ path }) => {
            editing.setOpenPath(path);
            onOpened();
          }}
          openPath={open?.path}
        />
      </div>
      <FileDrop label={filesTexts.dropHere} onFiles={editing.add} />
    </>
  );
}

function markOf(file: PageFile, published: readonly PageFile[]) {
  const before = published.find(({ path }) => path === file.path);
  if (before?.content === file.content) return undefined;
  return <Badge tone={before ? 'soon' : 'good'}>{text.kinds[before ? 'changed' : 'added']}</Badge>;
}
