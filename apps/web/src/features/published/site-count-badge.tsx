import { useCountActiveSitesQuery } from '../../api/api.js';
import { formatCount } from '../../texts/formats.js';
import { resultTexts as text } from '../../texts/publish/result.js';
import styles from './publish-result.module.css';

/** Shows how many pages are live; the header has the same number. */
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
