import type { SiteVersion } from '@haru/contracts';
import { useState } from 'react';
import { useListVersionsInfiniteQuery, type OfPage } from '../../../api/sites/site-versions.js';
import { Button } from '../../../components/buttons/button.js';
import { RowList } from '../../../components/list/row-list.js';
import { Loading } from '../../../components/loading/loaded-part.js';
import { LoadFailure } from '../../../components/notices/load-failure.js';
import { editingTexts } from '../../../texts/sites/editing.js';
import { useArchiveDownload } from '../../site/download/use-archive-download.js';
import { VersionComparison } from '../comparison/comparison.js';
import styles from '../comparison/comparison.module.css';
import { VersionDialogs, type OpenVersionDialog } from './version-dialogs.js';
import { VersionRow } from './version-row.js';

interface HistoryProps {
  page: OfPage;
  /** Restoring would replace text that is not published. */
  hasUnsavedText: boolean;
  /** Called when the page has another content. */
  onRestored: () => void;
}

const text = editingTexts.versions;

/** Lists all versions of a page, newest first; one of them can be compared with the current one. */
export function History({ page, hasUnsavedText, onRestored }: HistoryProps) {
  const list = useListVersionsInfiniteQuery(page);
  const [compared, setCompared] = useState<SiteVersion>();
  /** The row of this version gets the focus back. */
  const [left, setLeft] = useState<number>();
  const [dialog, setDialog] = useState<OpenVersionDialog>();
  const { downloadPage } = useArchiveDownload();
  const versions = list.data?.pages.flatMap((part) => part.versions) ?? [];
  const current = versions.find((version) => version.is_current);
  const dialogs = dialog && (
    <VersionDialogs
      dialog={dialog}
      hasUnsavedText={hasUnsavedText}
      onClose={() => setDialog(undefined)}
      onRestored={() => {
        setCompared(undefined);
        onRestored();
      }}
      page={page}
    />
  );

  if (compared && current && compared.version !== current.version) {
    return (
      <>
        <VersionComparison
          after={{ name: `${text.number(current.version)}（${text.current}）`, version: current.version }}
          before={{ name: text.number(compared.version), version: compared.version }}
          close={editingTexts.comparison.close}
          onClose={() => {
            setCompared(undefined);
            setLeft(compared.version);
          }}
          page={page}
        >
          <Button onClick={() => setDialog({ name: 'restore', version: compared })} size="sm" variant="primary">
            {text.restore}
          </Button>
        </VersionComparison>
        {dialogs}
      </>
    );
  }
  return (
    <div className={styles['history']} tabIndex={-1}>
      {list.isLoading && <Loading />}
      {list.error !== undefined && <LoadFailure error={list.error} onRetry={list.refetch} title={text.failed} />}
      {versions.length > 0 && (
        <RowList aria-label={text.list} as="ol">
          {versions.map((version) => (
            <VersionRow
              key={version.version}
              wasCompared={version.version === left}
              onCompare={() => setCompared(version)}
              onDownload={() => downloadPage(page.id, version.version)}
              onOpen={(name) => setDialog({ name, version })}
              version={version}
            />
          ))}
        </RowList>
      )}
      {versions.length === 1 && <p className="soft-md">{text.oneOnly}</p>}
      {list.hasNextPage && (
        <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {text.more}
        </Button>
      )}
      {dialogs}
    </div>
  );
}
