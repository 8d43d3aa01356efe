import { useState } from 'react';
import { useAppConfig, useCountActiveSitesQuery } from '../../api/api.js';
import { classNames } from '../../components/class-names.js';
import { formatCount, texts } from '../../texts/ja.js';
import styles from './site-count.module.css';

/** How many sites are live, asked again every 30 s while the window has focus. */
export function SiteCount() {
  const { siteCountRefreshMs } = useAppConfig().limits;
  const { data: count } = useCountActiveSitesQuery(undefined, {
    pollingInterval: siteCountRefreshMs,
    skipPollingIfUnfocused: true,
  });
  const [seen, setSeen] = useState<{ count: number | undefined; changes: number }>({ count, changes: 0 });
  if (count !== seen.count) setSeen({ count, changes: seen.count === undefined ? 0 : seen.changes + 1 });

  return (
    <p className={styles['count']}>
      {/* A new key starts the animation again. */}
      <span
        aria-hidden="true"
        className={classNames(styles['dot'], seen.changes > 0 && styles['breathing'])}
        key={seen.changes}
      />
      <span className={styles['word']}>{texts.header.countBefore}</span>{' '}
      <strong className={styles['number']}>{count === undefined ? '–' : formatCount(count)}</strong>{' '}
      {texts.header.countAfter}
    </p>
  );
}

/** The same number as a badge, in the words of the result panel. */
export function SiteCountBadge() {
  const { data: count } = useCountActiveSitesQuery();
  if (count === undefined) return null;
  return (
    <p className={styles['badge']}>
      <span aria-hidden="true" className={styles['dot']} />
      {texts.result.count(formatCount(count))}
    </p>
  );
}
