import { useCountActiveSitesQuery } from '../../api/api.js';
import { formatCount } from '../../texts/formats.js';
import { resultTexts as text } from '../../texts/publish/result.js';
import styles from './site-count-badge.module.css';

/** How many pages are live, as the header has it. */
export function SiteCountBadge() {
  const { data: count } = useCountActiveSitesQuery();
  if (count === undefined) return null;
  return (
    <p className={styles['badge']}>
      <span aria-hidden="true" className={styles['dot']} />
      {text.count(formatCount(count))}
    </p>
  );
}
