import { useState } from 'react';
import { useGetPublishedPageQuery } from '../../api/sites/site-lookups.js';
import { useGetHeadQuery, type OfPage, type VersionContent } from '../../api/sites/site-versions.js';
import { Loading } from '../../components/loading/loaded-part.js';
import { LoadFailure } from '../../components/notices/load-failure.js';
import { Tabs } from '../../components/tabs/tabs.js';
import { useNarrowWidth } from '../../components/hooks.js';
import { editingTexts } from '../../texts/sites/editing.js';
import { RefusedPage } from '../site/refused/refused-page.js';
import type { TextPlace } from '../code/text-field.js';
import { EditBar } from './edit-bar.js';
import { EditPanes, type Pane } from './edit-panes.js';
import { ConflictHandling } from './conflict-handling.js';
import { FilesEditing } from './files/files-editing.js';
import { History } from './history/history.js';
import styles from './page-editing.module.css';
import { useEditing } from './use-editing.js';

type View = Pane | 'history';

const wideTabs = [
  { name: 'html', title: editingTexts.edit },
  { name: 'history', title: editingTexts.history },
] as const;
const narrowTabs = [
  { name: 'html', title: editingTexts.html },
  { name: 'preview', title: editingTexts.preview },
  { name: 'history', title: editingTexts.history },
] as const;

export function PageEditing(page: OfPage) {
  const head = useGetHeadQuery(page);
  const [view, setView] = useState<View>('html');
  if (!head.data) {
    if (head.error === undefined) return <Loading />;
    return <LoadFailure error={head.error} onRetry={head.refetch} title={editingTexts.loadFailed} />;
  }
  if (head.data.files) {
    return (
      <FilesEditing
        files={head.data.files}
        head={head.data}
        key={head.fulfilledTimeStamp}
        onReload={() => void head.refetch()}
        page={page}
      />
    );
  }
  // The editor starts again with a restored version.
  return (
    <LoadedPage
      head={head.data}
      key={head.fulfilledTimeStamp}
      onReload={() => void head.refetch()}
      onView={setView}
      page={page}
      view={view}
    />
  );
}

interface LoadedPageProps {
  page: OfPage;
  head: VersionContent;
  view: View;
  onView: (view: View) => void;
  onReload: () => void;
}

function LoadedPage({ page, head, view, onView, onReload }: LoadedPageProps) {
  const editing = useEditing(head);
  const { data: site, refetch } = useGetPublishedPageQuery(page);
  const isNarrow = useNarrowWidth();
  const [place, setPlace] = useState<TextPlace>();
  const restored = () => {
    editing.discard();
    onReload();
  };
  const chosen = view === 'preview' && !isNarrow ? 'html' : view;
  return (
    <div className={styles['screen']}>
      <EditBar editing={editing} onChanged={() => void refetch()} site={site ?? undefined} />
      <ConflictHandling editing={editing} page={page}>
        {editing.findings && (
          <RefusedPage
            findings={editing.findings}
            page={editing.text}
            onShow={(finding) => {
              onView('html');
              setPlace({ ...finding });
            }}
          />
        )}
        <Tabs chosen={chosen} label={editingTexts.views} onChoose={onView} tabs={isNarrow ? narrowTabs : wideTabs}>
          <EditPanes
            editing={editing}
            isNarrow={isNarrow}
            place={place}
            shown={chosen === 'history' ? undefined : chosen}
          />
          {chosen === 'history' && <History hasUnsavedText={editing.isChanged} onRestored={restored} page={page} />}
        </Tabs>
      </ConflictHandling>
    </div>
  );
}
