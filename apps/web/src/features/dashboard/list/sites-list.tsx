import { useDeferredValue, useState, useEffect, useEffectEvent, useRef, memo } from 'react';
import type { MySite } from '../../../api/sites/my-site.js';
import { useShareUrl } from '../../../api/sites/share-url.js';
import { classNames } from '../../../components/class-names.js';
import { useNow } from '../../../components/hooks.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import { type SiteActions, type SiteProblem, siteItems } from '../actions/site-actions.js';
import { SiteCard, MainActions, SiteTitle, type SiteProps } from '../card/site-card.js';
import { siteStateOf, Age, Expiry, Indexing, StateBadges, StoppedNotice } from '../card/site-facts.js';
import { PhoneRow } from '../row/phone-row.js';
import type { Selection } from '../bulk/selection.js';
import { usePhoneWidth, type ListView, createWatch } from './list-view.js';
import styles from './sites-list.module.css';
import { Button } from '../../../components/buttons/button.js';
import { ActionMenu } from '../actions/action-menu.js';
import { ErrorNotice } from '../../../components/notices/notice.js';
import { PathLine } from '../card/path-line.js';

const MINUTE_MS = 60_000;

interface SitesListProps {
  view: ListView;
  sites: readonly MySite[];
  problems: ReadonlyMap<string, SiteProblem>;
  actions: SiteActions;
  selection: Selection;
}

/** All pages stay in the document for the browser's search and screen readers; styles skip those far from the window. */
export function SitesList({ view, sites, problems, actions, selection }: SitesListProps) {
  const shareUrl = useShareUrl();
  const now = useDeferredValue(useNow(MINUTE_MS));
  const shown = useDeferredValue(sites);
  const [watch] = useState(createWatch);
  const isPhone = usePhoneWidth();
  const form = isPhone ? 'phone' : view;
  return (
    <ul aria-label={dashboardTexts.list} className={styles[form === 'grid' ? 'grid' : 'rows']}>
      {shown.map((site) => {
        const state = siteStateOf(site, now);
        const isShown = state !== 'expired' && state !== 'stopped';
        const url = isShown ? shareUrl(site) : undefined;
        const props = { site, state, url, now, actions, problem: problems.get(site.id) };
        return (
          <li className={classNames(styles['item'], styles[form])} key={site.id}>
            {form === 'grid' && <SiteCard {...props} watch={watch} />}
            {form === 'list' && <SiteRow {...props} isSelected={selection.ids.has(site.id)} onSelect={selection.set} />}
            {form === 'phone' && <PhoneRow {...props} watch={watch} />}
          </li>
        );
      })}
    </ul>
  );
}

interface LoadMoreProps {
  loading: boolean;
  /** So many rows are loaded. After each part the end is observed again, because it may still be in view. */
  loaded: number;
  onMore: () => void;
}

/** It loads more when it nears the window; the button serves people who do not scroll. */
export function LoadMore({ loading, loaded, onMore }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const more = useEffectEvent(onMore);

  useEffect(() => {
    if (!end.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) more();
      },
      { rootMargin: '1500px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [loaded]);

  return (
    <div className={styles['more']} ref={end}>
      <Button loading={loading} onClick={onMore}>
        {dashboardTexts.more}
      </Button>
      <p className="visually-hidden" role="status">
        {loading ? dashboardTexts.loadingMore : ''}
      </p>
    </div>
  );
}

interface SiteRowProps extends SiteProps {
  isSelected: boolean;
  onSelect: Selection['set'];
}

const SiteRow = memo(function SiteRow({ site, state, url, now, actions, problem, isSelected, onSelect }: SiteRowProps) {
  const titleId = `site-${site.id}`;
  return (
    <article aria-labelledby={titleId}>
      <div className={styles['row']}>
        <label className={styles['check']}>
          <span className="visually-hidden">{dashboardTexts.many.select(site.title)}</span>
          <input checked={isSelected} onChange={() => onSelect([site.id], !isSelected)} type="checkbox" />
        </label>
        <div className="shrinks">
          <div className={styles['head']}>
            <SiteTitle id={titleId} title={site.title} url={url} />
            <StateBadges site={site} state={state} />
          </div>
          <PathLine actions={actions} className={styles['path']} site={site} url={url} />
        </div>
        <p className={styles['facts']}>
          <Expiry now={now} site={site} state={state} />
          <Age now={now} site={site} />
        </p>
        <div>
          <Indexing className={styles['indexing']} site={site} state={state} />
        </div>
        <div className={styles['actions']}>
          <MainActions actions={actions} site={site} state={state} url={url} variant="ghost" />
          <ActionMenu className={styles['rowMore']} items={siteItems({ site, state, url, actions })} />
        </div>
      </div>
      {site.stopped_reason !== null && (
        <div className={styles['below']}>
          <StoppedNotice path={site.path} reason={site.stopped_reason} />
        </div>
      )}
      {problem && (
        <div className={styles['below']}>
          <ErrorNotice title={problem.title}>{problem.text}</ErrorNotice>
        </div>
      )}
    </article>
  );
});
