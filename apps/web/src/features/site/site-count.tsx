import { useEffect, useRef } from 'react';
import { useAppConfig, useCountActiveSitesQuery } from '../../api/api.js';
import { formatCount } from '../../texts/formats.js';
import { texts } from '../../texts/ja.js';
import styles from './site-count.module.css';

/** Shows how many sites are live, if any are, asked again every 30 s while the window has focus. */
export function SiteCount() {
  const { siteCountRefreshMs } = useAppConfig().limits;
  const { data: count } = useCountActiveSitesQuery(undefined, {
    pollingInterval: siteCountRefreshMs,
    skipPollingIfUnfocused: true,
  });
  const dot = useRef<HTMLSpanElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (before.current !== undefined && before.current !== count) restartAnimation(dot.current);
    before.current = count;
  }, [count]);

  if (count === 0) return null;
  return (
    <p className={styles['count']}>
      <span aria-hidden="true" className={styles['dot']} ref={dot} />
      <span className={styles['word']}>{texts.header.countBefore}</span>{' '}
      <strong className={styles['number']}>{count === undefined ? '–' : formatCount(count)}</strong>{' '}
      <span className={styles['unit']}>{texts.header.countAfter}</span>
    </p>
  );
}

function restartAnimation(dot: HTMLElement | null): void {
  dot?.classList.remove(styles['pulsing']);
  // The browser must lay out once in between; otherwise the animation does not start again.
  dot?.getBoundingClientRect();
  dot?.classList.add(styles['pulsing']);
}
