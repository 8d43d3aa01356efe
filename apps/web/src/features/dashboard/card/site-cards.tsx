import type { MySite } from '../../../api/my-sites.js';
import { useNow } from '../../../components/use-now.js';
import { dashboardTexts } from '../../../texts/dashboard.js';
import styles from '../my-sites.module.css';
import { SiteCard } from './site-card.js';
import type { OpenSiteDialog } from '../dialogs/site-dialogs.js';
import type { useSiteActions } from '../use-site-actions.js';
import { useShareUrl } from '../../../api/share-url.js';
import { useMay } from '../../sites/use-site-policy.js';

const MINUTE_MS = 60_000;

interface SiteCardsProps {
  sites: readonly MySite[];
  actions: Pick<ReturnType<typeof useSiteActions>, 'problemOf' | 'toggleNoindex'>;
  onOpen: (dialog: OpenSiteDialog) => void;
}

export function SiteCards({ sites, actions, onOpen }: SiteCardsProps) {
  const mayChangePath = useMay('changePath');
  const shareUrl = useShareUrl();
  const now = useNow(MINUTE_MS);
  return (
    <ul aria-label={dashboardTexts.list} className={styles['grid']}>
      {sites.map((site) => (
        <li className={styles['cell']} key={site.id}>
          <SiteCard
            now={now}
            onDelete={() => onOpen({ name: 'remove', site })}
            onEditPath={() => onOpen(mayChangePath ? { name: 'path', site } : { name: 'registration' })}
            onExtend={() => onOpen({ name: 'extend', site })}
            onToggleNoindex={() => actions.toggleNoindex(site)}
            problem={actions.problemOf(site.id)}
            site={site}
            url={shareUrl(site.path)}
          />
        </li>
      ))}
    </ul>
  );
}
