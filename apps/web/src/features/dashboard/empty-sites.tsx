import { Button } from '../../components/buttons/button.js';
import { PlusIcon } from '../../components/icons.js';
import { dashboardTexts } from '../../texts/dashboard.js';
import styles from './my-sites.module.css';

/** One sentence and one button. */
export function EmptySites({ onAction }: { onAction: () => void }) {
  return (
    <div className={styles['empty']}>
      <p>{dashboardTexts.empty}</p>
      <Button iconLeft={<PlusIcon />} onClick={onAction} variant="primary">
        {dashboardTexts.publish}
      </Button>
    </div>
  );
}

const PLACES = 6;

/** The grid before its cards are there, in their size, so that nothing jumps. */
export function ListSkeleton() {
  return (
    <div>
      <p className="visually-hidden" role="status">
        {dashboardTexts.loading}
      </p>
      <div aria-hidden="true" className={styles['grid']}>
        {Array.from({ length: PLACES }, (_none, place) => (
          <div className={styles['skeleton']} key={place}>
            <div className={styles['picture']} />
            <div className={styles['line']} />
            <div className={styles['line']} />
            <div className={styles['line']} />
          </div>
        ))}
      </div>
    </div>
  );
}
