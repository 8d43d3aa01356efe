import { useEffect, useRef, useState } from 'react';
import type { CallFailure } from '../../http/call.js';
import type { SiteOrder } from '../../api/my-sites.js';
import { Button } from '../../components/buttons/button.js';
import { ErrorNotice } from '../../components/notices/notice.js';
import { dashboardTexts } from '../../texts/dashboard.js';
import { EmptySites, ListSkeleton } from './empty-sites.js';
import { LoadMore } from './load-more.js';
import { MySitesToolbar } from './my-sites-toolbar.js';
import styles from './my-sites.module.css';
import { SiteCards } from './card/site-cards.js';
import { SiteDialogs } from './dialogs/site-dialogs.js';
import { siteFailureText } from './card/site-state.js';
import { useMySites } from './use-my-sites.js';
import { useSiteActions, type SiteActions } from './use-site-actions.js';

interface MySitesProps {
  /** The account's id, which tells one list from another. */
  account: string;
  onPublish: () => void;
  onRegister: () => void;
}

/** The list with all that can be done to it. What is under way outlives the cards: the last one may be going. */
export function MySites({ account, onPublish, onRegister }: MySitesProps) {
  const section = useRef<HTMLElement>(null);
  const actions = useSiteActions();
  const { removals } = actions;

  useEffect(() => {
    // The dialog has just given the focus back to a button that goes with its card.
    if (removals > 0) section.current?.focus();
  }, [removals]);

  return (
    <section aria-label={dashboardTexts.section} className={styles['section']} ref={section} tabIndex={-1}>
      <SitesContent account={account} actions={actions} onPublish={onPublish} />
      <SiteDialogs actions={actions} onRegister={onRegister} />
    </section>
  );
}

interface SitesContentProps {
  account: string;
  actions: SiteActions;
  onPublish: () => void;
}

function SitesContent({ account, actions, onPublish }: SitesContentProps) {
  const [order, setOrder] = useState<SiteOrder>('created_at.desc');
  const [search, setSearch] = useState('');
  const list = useMySites({ account, order, search });
  const { any, loading, failure, sites } = list;
  // Another order is another list; the controls stay while it loads.
  const bare = !any && search === '' && order === 'created_at.desc';

  if (loading && bare) return <ListSkeleton />;
  if (failure && !any) return <ListFault failure={failure} onRetry={list.retry} />;
  if (!any && !loading) return <EmptySites onAction={onPublish} />;
  return (
    <>
      <MySitesToolbar onOrder={setOrder} onSearch={setSearch} order={order} search={search} />
      {loading ? <ListSkeleton /> : <SiteCards actions={actions} sites={sites} />}
      {sites.length === 0 && !loading && !list.searching && (
        <div className={styles['empty']} role="status">
          <p>{dashboardTexts.noMatch(search.trim())}</p>
          <Button onClick={() => setSearch('')}>{dashboardTexts.clearSearch}</Button>
        </div>
      )}
      {failure && <ListFault failure={failure} onRetry={list.retry} />}
      {list.hasMore && !failure && <LoadMore loaded={sites.length} loading={list.loadingMore} onMore={list.loadMore} />}
    </>
  );
}

function ListFault({ failure, onRetry }: { failure: CallFailure; onRetry: () => void }) {
  return (
    <div className={styles['fault']}>
      <ErrorNotice title={dashboardTexts.failed}>{siteFailureText(failure)}</ErrorNotice>
      <Button onClick={onRetry}>{dashboardTexts.retry}</Button>
    </div>
  );
}
