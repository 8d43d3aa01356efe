import { classNames } from '../../../components/class-names.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import { usePhoneWidth, type ListView } from './list-view.js';
import styles from './list-skeleton.module.css';
import listStyles from './sites-list.module.css';

const PLACES = 8;

/** It has the size of the list before its pages are loaded, so that nothing moves. */
export function ListSkeleton({ view = 'grid' }: { view?: ListView }) {
  const isPhone = usePhoneWidth();
  const shape = view === 'grid' && !isPhone ? 'grid' : 'rows';
  return (
    <div>
      <p className="visually-hidden" role="status">
        {dashboardTexts.loading}
      </p>
      <div
        aria-hidden="true"
        className={classNames(listStyles[shape], shape === 'grid' && styles['grid'], isPhone && styles['phone'])}
      >
        {Array.from({ length: PLACES }, (_none, place) => (
          <div className={styles['place']} key={place} />
        ))}
      </div>
    </div>
  );
}
