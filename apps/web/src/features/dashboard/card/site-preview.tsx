import { dashboardTexts } from '../../../texts/dashboard.js';
import styles from './site-preview.module.css';

/**
 * The page in small. It runs no scripts, takes no focus and is nothing to a screen reader: the title says what it is.
 * The empty sandbox is on top of the one that every share link carries.
 */
export function SitePreview({ url }: { url: string | undefined }) {
  return (
    <div aria-hidden="true" className={styles['frame']} inert>
      {url !== undefined && (
        <iframe
          className={styles['page']}
          loading="lazy"
          sandbox=""
          src={url}
          tabIndex={-1}
          title={dashboardTexts.card.preview}
        />
      )}
    </div>
  );
}
