import type { MySite } from '../../../api/my-site.js';
import { useShareUrl } from '../../../api/share-url.js';
import { useNow } from '../../../components/use-now.js';
import { dashboardTexts } from '../../../texts/dashboard.js';
import styles from '../my-sites.module.css';
import type { SiteActions } from '../use-site-actions.js';
import { SiteCard } from './site-card.js';

const MINUTE_MS = 60_000;

export function SiteCards({ sites, actions }: { sites: readonly MySite[]; actions: SiteActions }) {
  const shareUrl = useShareUrl();
  const now = useNow(MINUTE_MS);
  return (
    <ul aria-label={dashboardTexts.list} className={styles['grid']}>
      {sites.map((site) => (
        <li className={styles['cell']} key={site.id}>
          <SiteCard actions={actions} now={now} site={site} url={shareUrl(site.path)} />
        </li>
      ))}
    </ul>
  );
}
