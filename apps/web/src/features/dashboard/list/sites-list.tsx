import { useDeferredValue, useState } from 'react';
import type { MySite } from '../../../api/sites/my-site.js';
import { useShareUrl } from '../../../api/sites/share-url.js';
import { classNames } from '../../../components/class-names.js';
import { useNow } from '../../../components/use-now.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import type { SiteActions, SiteProblem } from '../actions/create-site-actions.js';
import { SiteCard } from '../card/site-card.js';
import { siteStateOf } from '../card/site-state.js';
import { PhoneRow } from '../row/phone-row.js';
import { SiteRow } from '../row/site-row.js';
import type { Selection } from '../bulk/selection.js';
import { usePhoneWidth, type ListView } from './list-view.js';
import styles from './sites-list.module.css';
import { createWatch } from './use-in-view.js';

const MINUTE_MS = 60_000;

interface SitesListProps {
  view: ListView;
  sites: readonly MySite[];
  problems: ReadonlyMap<string, SiteProblem>;
  actions: SiteActions;
  selection: Selection;
}

/**
 * All loaded pages stay in the document, so that the browser's search and screen readers find them; styles skip
 * those far from the window. New rows of a thousand are rendered without delaying scrolling.
 */
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
        const url = state === 'expired' || state === 'stopped' ? undefined : shareUrl(site.path);
        const props = { site, state, url, now, actions, problem: problems.get(site.id) };
        return (
          <li className={classNames(styles['item'], styles[form])} key={site.id}>
            {form === 'grid' && <SiteCard {...props} watch={watch} />}
            {form === 'list' && <SiteRow {...props} isSelected={selection.ids.has(site.id)} onSelect={selection.set} />}
            {form === 'phone' && <PhoneRow {...props} />}
          </li>
        );
      })}
    </ul>
  );
}
