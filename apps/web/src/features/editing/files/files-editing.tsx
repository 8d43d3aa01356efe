import type { DeclaredFile } from '@haru/contracts';
import { useState } from 'react';
import { useGetPublishedPageQuery } from '../../../api/sites/site-lookups.js';
import type { OfPage, VersionContent } from '../../../api/sites/site-versions.js';
import { useNarrowWidth } from '../../../components/hooks.js';
import { Tabs } from '../../../components/tabs/tabs.js';
import { editFilesTexts as text } from '../../../texts/sites/edit-files.js';
import { editingTexts } from '../../../texts/sites/editing.js';
import { ConflictHandling } from '../conflict-handling.js';
import { EditBar } from '../edit-bar.js';
import { History } from '../history/history.js';
import pageStyles from '../page-editing.module.css';
import { FilesPane } from './files-pane.js';
import styles from './files-editing.module.css';
import { FilesPreview } from './files-preview.js';
import { OpenFile } from './open-file.js';
import { useFilesEditing } from './use-files-editing.js';

type View = 'files' | 'file' | 'preview' | 'history';

const wideTabs = [
  { name: 'files', title: text.edit },
  { name: 'history', title: editingTexts.history },
] as const;
const narrowTabs = [
  { name: 'files', title: text.files },
  { name: 'file', title: text.edit },
  { name: 'preview', title: text.preview },
  { name: 'history', title: editingTexts.history },
] as const;

interface FilesEditingProps {
  page: OfPage;
  head: VersionContent;
  files: readonly DeclaredFile[];
  onReload: () => void;
}

export function FilesEditing({ page, head, files, onReload }: FilesEditingProps) {
  const editing = useFilesEditing(page, head, files);
  const { data: site, refetch } = useGetPublishedPageQuery(page);
  const isNarrow = useNarrowWidth();
  const [view, setView] = useState<View>('files');
  const chosen = isNarrow || view === 'history' ? view : 'files';
  const isHidden = (name: View) => (isNarrow ? chosen !== name : chosen === 'history');
  return (
    <div className={pageStyles['screen']}>
      <EditBar editing={editing} onChanged={() => void refetch()} site={site ?? undefined} />
      <ConflictHandling editing={editing} page={page}>
        <Tabs chosen={chosen} label={editingTexts.views} onChoose={setView} tabs={isNarrow ? narrowTabs : wideTabs}>
          <div className={styles['panes']} hidden={chosen === 'history'}>
            <div className={styles['pane']} hidden={isHidden('files')}>
              <FilesPane editing={editing} onOpened={() => setView('file')} />
            </div>
            <div className={styles['pane']} hidden={isHidden('file')}>
              <OpenFile editing={editing} isNarrow={isNarrow} key={editing.open?.path} />
            </div>
            <div className={styles['pane']} hidden={isHidden('preview')}>
              <FilesPreview editing={editing} isNarrow={isNarrow} page={page} />
            </div>
          </div>
          {chosen === 'history' && (
            <History
              hasUnsavedText={editing.isChanged}
              onRestored={() => {
                editing.discard();
                onReload();
              }}
              page={page}
            />
          )}
        </Tabs>
      </ConflictHandling>
    </div>
  );
}
