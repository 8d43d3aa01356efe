import { useRef } from 'react';
import { ClockIcon } from '../../../components/icons/icons.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import { PageThumbnail } from '../../site/page-thumbnail.js';
import { useInView, type Watch } from '../list/list-view.js';
import styles from './site-preview.module.css';

interface SitePreviewProps {
  url: string | undefined;
  watch: Watch;
}

/** The page is rendered while it is near the window. It takes no focus: the title beside it is the same link. */
export function SitePreview({ url, watch }: SitePreviewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useInView(frame, watch);
  return (
    <div className={styles['frame']} ref={frame}>
      {url === undefined ? (
        <ClockIcon />
      ) : (
        <>
          {isNear && <PageThumbnail title={dashboardTexts.card.preview} url={url} />}
          <a
            aria-hidden="true"
            className={styles['open']}
            href={url}
            rel="noopener noreferrer"
            tabIndex={-1}
            target="_blank"
          >
            <span className="visually-hidden">{dashboardTexts.card.view}</span>
          </a>
        </>
      )}
    </div>
  );
}
