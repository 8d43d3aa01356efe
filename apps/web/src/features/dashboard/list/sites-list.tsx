import { useDeferredValue, useState, useEffect, useEffectEvent, useRef } from 'react';
import { type MySite, useShareUrl } from '../../../api/sites/my-site.js';
import { classNames } from '../../../components/class-names.js';
import { useNow } from '../../../components/hooks.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import type { SiteActions, SiteProblem } from '../actions/site-actions.js';
import { SiteCard } from '../card/site-card.js';
import { siteStateOf } from '../card/site-facts.js';
import { PhoneRow } from '../card/phone-row.js';
import type { Selection } from '../bulk/bulk-bar.js';
import { usePhoneWidth, type ListView, createWatch } from './list-view.js';
import styles from './sites-list.module.css';
import { Button } from '../../../components/buttons/button.js';

interface SitesListProps {
  view: ListView;
  sites: readonly MySite[];
  problems: Readonly<Record<string, SiteProblem | undefined>>;
  actions: SiteActions;
  selection: Selection;
}

/** All pages stay in the document for the browser's search and screen readers; styles skip those far from the window. */
export function SitesList({ view, sites, problems, actions, selection }: SitesListProps) {
  const shareUrl = useShareUrl();
  const now = useDeferredValue(useNow());
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
        const props = { site, state, url, now, actions, problem: problems[site.id], watch };
        return (
          <li className={classNames(styles['item'], styles[form])} key={site.id}>
            {isPhone ? (
              <PhoneRow {...props} />
            ) : (
              <SiteCard
                {...props}
                isRow={form === 'list'}
                isSelected={selection.ids.has(site.id)}
                onSelect={selection.set}
              />
            )}
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

const PLACES = 8;

/** It has the size of the list before its pages are loaded, so that nothing moves. */
export function ListSkeleton({ view = 'grid' }: { view?: ListView }) {
  const isPhone = usePhoneWidth();
  const shape = view === 'grid' && !isPhone ? 'grid' : 'rows';
  return (
    <div>
      <p className="visually-hidden" role="status">
        {dashboardTexts.loading}
      </p>
      <div aria-hidden="true" className={classNames(styles[shape], isPhone && styles['phone'])}>
        {Array.from({ length: PLACES }, (_none, place) => (
          <div className={styles['place']} key={place} />
        ))}
      </div>
    </div>
  );
}
