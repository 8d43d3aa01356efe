import { limits } from '@haru/contracts';
import { useState } from 'react';
import { useCountActiveSitesQuery } from '../../api/api.js';
import { classNames } from '../../components/class-names.js';
import { formatCount } from '../../texts/formats.js';
import { texts } from '../../texts/ja.js';
import styles from './site-count.module.css';

/** Shows how many sites are live, if any are, asked again every 30 s while the window has focus. */
export function SiteCount() {
  const { data: count } = useCountActiveSitesQuery(undefined, {
    pollingInterval: limits.siteCountRefreshMs,
    skipPollingIfUnfocused: true,
  });
  const [shown, setShown] = useState({ count, isChanged: false });
  if (shown.count !== count) setShown({ count, isChanged: shown.count !== undefined });

  if (count === 0) return null;
  return (
    <p className={classNames('soft-xs', styles['count'])}>
      <span
        aria-hidden="true"
        className={classNames('dot', shown.isChanged && styles['pulsing'])}
        onAnimationEnd={() => setShown({ count, isChanged: false })}
      />
      {texts.header.countBefore}{' '}
      <strong className={styles['number']}>{count === undefined ? '–' : formatCount(count)}</strong>{' '}
      <span className={styles['unit']}>{texts.header.countAfter}</span>
    </p>
  );
}
