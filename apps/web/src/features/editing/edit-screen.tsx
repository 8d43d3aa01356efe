import type { ReactNode } from 'react';
import { useGetPublishedPageQuery } from '../../api/sites/site-lookups.js';
import type { OfPage } from '../../api/sites/site-versions.js';
import { classNames } from '../../components/class-names.js';
import { useNarrowWidth } from '../../components/hooks.js';
import { useNotices } from '../../components/notices/notices.js';
import { Tabs, type Tab } from '../../components/tabs/tabs.js';
import { editingTexts } from '../../texts/sites/editing.js';
import { ConflictHandling } from './conflict-handling.js';
import { EditBar } from './edit-bar.js';
import { History } from './history/history.js';
import styles from './page-editing.module.css';
import type { EditedPage } from './use-update.js';

interface Pane extends Tab<string> {
  show: (isVisible: boolean) => ReactNode;
}

/** The screen keeps its view when another version is loaded. */
export interface ViewProps {
  page: OfPage;
  /** The name of a pane or `history`; the first pane at first. */
  view: string | undefined;
  onView: (view: string) => void;
  onReload: () => void;
}

interface EditScreenProps extends ViewProps {
  editing: EditedPage;
  panes: readonly [Pane, ...Pane[]];
  notice?: ReactNode;
  footer?: ReactNode;
}

const history = { name: 'history', title: editingTexts.history };

/** Shows the panes beside each other, or one after another on a phone. All of them stay mounted. */
export function EditScreen({ editing, page, panes, notice, footer, onReload, ...props }: EditScreenProps) {
  const { data: site, refetch } = useGetPublishedPageQuery(page);
  const { closeToast } = useNotices();
  const isNarrow = useNarrowWidth();
  const [first] = panes;
  const { view = first.name, onView } = props;
  const chosen = isNarrow || view === history.name ? view : first.name;
  const isShown = ({ name }: Pane) => (isNarrow ? chosen === name : chosen !== history.name);
  const restored = () => {
    editing.discard();
    onReload();
  };
  return (
    <div className={styles['screen']}>
      <EditBar
        editing={editing}
        isHistory={chosen === history.name}
        onChanged={() => void refetch()}
        site={site ?? undefined}
      />
      <ConflictHandling editing={editing} page={page}>
        {notice}
        <Tabs
          chosen={chosen}
          label={editingTexts.views}
          onChoose={(next) => {
            closeToast();
            onView(next);
          }}
          tabs={[...(isNarrow ? panes : [{ ...first, title: editingTexts.edit }]), history]}
        >
          <div
            className={classNames(styles['panes'], panes.length > 2 && styles['three'])}
            hidden={chosen === history.name}
          >
            {panes.map((pane) => (
              <div className={styles['pane']} hidden={!isShown(pane)} key={pane.name}>
                {pane.show(isShown(pane))}
              </div>
            ))}
            <div className={styles['footer']} hidden={!isShown(first)}>
              {footer}
            </div>
          </div>
          {chosen === history.name && <History hasUnsavedText={editing.isChanged} onRestored={restored} page={page} />}
        </Tabs>
      </ConflictHandling>
    </div>
  );
}
