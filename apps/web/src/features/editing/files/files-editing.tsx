import type { DeclaredFile } from '@haru/contracts';
import { useState } from 'react';
import { usePreviewFilesQuery, type OfPage, type VersionContent } from '../../../api/sites/site-versions.js';
import { Badge } from '../../../components/badge.js';
import { Button } from '../../../components/buttons/button.js';
import { useMediaQuery, useNarrowWidth } from '../../../components/hooks.js';
import { LoadFailure } from '../../../components/notices/load-failure.js';
import { Refused } from '../../../components/notices/notice.js';
import { useAction } from '../../../forms/action.js';
import { filesTexts } from '../../../texts/files.js';
import { editFilesTexts as text } from '../../../texts/sites/edit-files.js';
import { FileButton, FileDrop, FolderButton } from '../../files/inputs/file-inputs.js';
import { FileList } from '../../files/list/file-list.js';
import { totalBytes, type PageFile } from '../../files/page-file.js';
import type { SentUpload } from '../../files/sending/file-upload.js';
import { UploadState } from '../../files/sending/upload-state.js';
import { FilesBrowser } from '../../preview/browser-frame.js';
import { EditScreen, type ViewProps } from '../edit-screen.js';
import styles from './files-editing.module.css';
import { OpenFile } from './open-file.js';
import { useFilesEditing, type FilesEditing as Editing } from './use-files-editing.js';

interface FilesEditingProps extends ViewProps {
  head: VersionContent;
  files: readonly DeclaredFile[];
}

export function FilesEditing({ head, files, ...props }: FilesEditingProps) {
  const editing = useFilesEditing(props.page, head, files);
  const isNarrow = useNarrowWidth();
  const list = <FilesPane editing={editing} onOpened={() => props.onView('file')} />;
  const file = <OpenFile editing={editing} isNarrow={isNarrow} key={editing.open?.path} />;
  const preview = <FilesPreview editing={editing} page={props.page} />;
  return (
    <EditScreen
      {...props}
      editing={editing}
      panes={[
        { name: 'files', title: text.files, show: () => list },
        { name: 'file', title: text.edit, show: () => file },
        { name: 'preview', title: text.preview, show: () => preview },
      ]}
    />
  );
}

function FilesPane({ editing, onOpened }: { editing: Editing; onOpened: () => void }) {
  const { files, form, open, problem, progress } = editing;
  const inputs = { disabled: form.working, isPlain: true, onFiles: editing.add };
  return (
    <>
      <div className={`wrap-8 pane-head ${styles['head']}`}>
        <FileButton {...inputs}>{filesTexts.add}</FileButton>
        <FolderButton {...inputs}>{filesTexts.addFolder}</FolderButton>
      </div>
      <div className={`stack-8 ${styles['about']}`}>
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

/** Shows the published files, or the changed ones once they are sent on request. */
function FilesPreview({ editing, page }: { editing: Editing; page: OfPage }) {
  const startsNarrow = useMediaQuery('(max-width: 1599px)');
  const { files, isChanged, title, version } = editing;
  const stored = usePreviewFilesQuery({ ...page, version });
  const [sent, setSent] = useState<{ files: typeof files; upload: SentUpload }>();
  const refresh = useAction(async () => setSent({ files, upload: await editing.send() }), {
    failed: text.refreshFailed,
  });
  // Once they are published or discarded, other files than these are the page.
  const shown = isChanged || sent?.files === files ? sent : undefined;
  const address = shown ? shown.upload.previewUrl : (stored.data ?? undefined);
  const isMissing = address === undefined && (shown !== undefined || !stored.isFetching);
  if (!shown && stored.error !== undefined && !stored.isFetching) {
    return <LoadFailure error={stored.error} onRetry={stored.refetch} title={text.previewFailed} />;
  }
  return (
    <FilesBrowser
      address={address}
      notice={
        <>
          <Refused refusal={refresh.refusal} />
          {isChanged && shown?.files !== files && !isMissing && (
            <div className="amber-box between">
              <p>{text.stale}</p>
              <Button loading={refresh.working} onClick={refresh.run} size="sm">
                {text.refresh}
              </Button>
            </div>
          )}
        </>
      }
      placeholder={isMissing ? filesTexts.noPreview : ''}
      startsNarrow={startsNarrow}
      title={title}
    />
  );
}
