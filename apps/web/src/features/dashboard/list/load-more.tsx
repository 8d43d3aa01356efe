import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../../../components/buttons/button.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import styles from './load-more.module.css';

interface LoadMoreProps {
  loading: boolean;
  /** So many rows are loaded. After each part the end is observed again, because it may still be in view. */
  loaded: number;
  onMore: () => void;
}

/**
 * It stands at the end of the list and loads more when it nears the window; a button serves people who do not
 * scroll.
 */
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
