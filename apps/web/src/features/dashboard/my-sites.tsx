import { useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ListChoice } from '../../api/sites/list/list-query.js';
import type { MySite } from '../../api/sites/my-site.js';
import { useListMySitesInfiniteQuery } from '../../api/sites/my-sites.js';
import { Button } from '../../components/buttons/button.js';
import { optionalPart, requiredPart } from '../../components/loading/loaded-part.js';
import { LoadFailure } from '../../components/notices/load-failure.js';
import { useAfterPause } from '../../components/hooks.js';
import { screens } from '../../paths.js';
import { formatCount } from '../../texts/formats.js';
import { dashboardTexts } from '../../texts/sites/dashboard.js';
import { useSiteActions } from './actions/site-actions.js';
import { BulkBar, BulkProblems, SoonStrip, SelectAll, useSelection } from './bulk/bulk-bar.js';
import { useBulkActions, type BulkActions } from './bulk/use-bulk-actions.js';
import { listFailureText } from '../site/site-changes.js';
import { SiteDialogs } from './site-dialogs.js';
import { EmptySites } from './empty-sites.js';
import { useListView, usePhoneWidth } from './list/list-view.js';
import { ListSkeleton, LoadMore, SitesList } from './list/sites-list.js';
import styles from './my-sites.module.css';
import { SitesToolbar, type SitesTab } from './toolbar/sites-toolbar.js';

/** The server is asked after a pause in typing of this length. */
const SEARCH_PAUSE_MS = 250;

/** A list with fewer pages needs no search, filters or sorting. */
const TOOLBAR_MIN_PAGES = 7;

const OwnInquiries = optionalPart(() => import('../cases/own-cases.js'), 'OwnInquiries');

/** It checks its answers with schemas, which the list does not need. */
const DeletedSites = requiredPart(() => import('./deleted/deleted-sites.js'), 'DeletedSites');

const nothing = styles['nothing'];

const everySite: ListChoice = { order: 'created_at.desc', shown: 'live', search: '' };

export function useSiteTotal(account: string): number | undefined {
  return useListMySitesInfiniteQuery({ account, ...everySite }).data?.pages[0]?.total;
}

/** A change elsewhere between two parts can bring one row twice. */
function withoutRepeats(sites: MySite[]): MySite[] {
  return [...new Map(sites.map((site) => [site.id, site])).values()];
}

type Actions = ReturnType<typeof useSiteActions>;

/** The actions are kept here, because one may still run when its card is removed. */
export function MySites({ account }: { account: string }) {
  const own = useSiteActions();
  const bulk = useBulkActions(account);
  const isPhone = usePhoneWidth();
  const total = useSiteTotal(account) ?? 0;
  return (
    <section aria-label={dashboardTexts.section} className="column" tabIndex={-1}>
      <OwnInquiries account={account} showsStopped={isPhone || total >= TOOLBAR_MIN_PAGES} />
      <SoonStrip account={account} bulk={bulk} />
      <BulkProblems failure={bulk.failure} onClose={bulk.closeFailure} />
      <SitesContent account={account} bulk={bulk} own={own} />
      {own.aiUpdateDialog}
      <SiteDialogs actions={own.actions} dialog={own.dialog} />
    </section>
  );
}

interface Listed {
  account: string;
  tab: SitesTab;
  choice: ListChoice;
}

/** The browser's history keeps what is listed, so that going back from a page shows the same list. */
function useListed(account: string) {
  const navigate = useNavigate();
  const kept = useLocation().state as Listed | null;
  const [listed, setListed] = useState<Listed>(
    kept?.account === account ? kept : { account, tab: 'live', choice: everySite },
  );
  const show = (changed: Partial<Listed>) => {
    const state = { ...listed, ...changed };
    setListed(state);
    void navigate(screens.dashboard.path, { replace: true, state });
  };
  return [listed, show] as const;
}

function SitesContent({ account, own, bulk }: { account: string; own: Actions; bulk: BulkActions }) {
  const [{ tab, choice }, show] = useListed(account);
  const showsEnded = tab === 'ended';
  const shown = showsEnded ? 'live' : tab;
  const [view, setView] = useListView();
  const isPhone = usePhoneWidth();
  const hasRows = view === 'list' && !isPhone;
  const settled = useAfterPause(choice.search, choice.search === '' ? 0 : SEARCH_PAUSE_MS);
  const search = choice.search === '' ? '' : settled;
  const list = useListMySitesInfiniteQuery({ account, ...choice, shown, search });
  const sites = useMemo(() => withoutRepeats(list.data?.pages.flatMap(({ rows }) => rows) ?? []), [list.data]);
  const found = list.data?.pages[0]?.total;
  const isStale = list.currentData === undefined && list.isFetching;
  const { fetchNextPage } = list;
  const total = useSiteTotal(account) ?? 0;
  const selection = useSelection(sites);
  const chosen = hasRows ? sites.filter(({ id }) => selection.ids.has(id)) : [];
  const isEverySite = shown === 'live' && choice.search === '' && search === '';
  const isEmpty = sites.length === 0 && !isStale;

  const fault = list.error && (
    <div className={styles['fault']}>
      <LoadFailure
        error={list.error}
        onRetry={list.currentData === undefined ? list.refetch : fetchNextPage}
        textOf={listFailureText}
        title={dashboardTexts.failed}
      />
    </div>
  );
  if (!list.data) return fault ?? <ListSkeleton view={view} />;
  const isFew = isEverySite && !isStale && total < TOOLBAR_MIN_PAGES && (isEmpty || !hasRows);
  return (
    <>
      {!isFew && (
        <SitesToolbar
          choice={choice}
          onChoose={(changed) => show({ choice: { ...choice, ...changed } })}
          onTab={(chosen) => show({ tab: chosen })}
          onView={setView}
          tab={tab}
          view={view}
        />
      )}
      {(isFew || !showsEnded) && (
        <>
          {!isEmpty && (
            <div className="between">
              {hasRows && <SelectAll selection={selection} sites={sites} />}
              {!isEverySite && found !== undefined && chosen.length === 0 && (
                <p className="soft-sm" role="status">
                  {dashboardTexts.found(formatCount(found), formatCount(total))}
                </p>
              )}
            </div>
          )}
          {!isEmpty && (
            <div aria-busy={isStale || undefined} className={styles['content']}>
              <SitesList {...own} selection={selection} sites={sites} view={view} />
            </div>
          )}
          {isEmpty && !fault && isFew && <EmptySites />}
          {isEmpty && !fault && !isFew && (
            <NothingFound onClear={() => show({ tab: 'live', choice: everySite })} words={choice.search.trim()} />
          )}
          {fault}
          {list.hasNextPage && !fault && (
            <LoadMore
              loaded={sites.length}
              loading={list.isFetchingNextPage}
              onMore={() => !list.isFetching && void fetchNextPage()}
            />
          )}
          {chosen.length > 0 && <BulkBar bulk={bulk} selection={selection} sites={chosen} />}
        </>
      )}
      {(isFew || showsEnded) && (
        <DeletedSites account={account} onRestore={own.actions.restore}>
          {!isFew && <p className={nothing}>{dashboardTexts.deletedSites.none}</p>}
        </DeletedSites>
      )}
    </>
  );
}

function NothingFound({ words, onClear }: { words: string; onClear: () => void }) {
  return (
    <div className={nothing} role="status">
      <p>{words === '' ? dashboardTexts.noneShown : dashboardTexts.noMatch(words)}</p>
      <Button onClick={onClear}>{words === '' ? dashboardTexts.showAll : dashboardTexts.clearSearch}</Button>
    </div>
  );
}
