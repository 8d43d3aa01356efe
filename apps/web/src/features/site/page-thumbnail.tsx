import { useState, type ReactNode } from 'react';
import { classNames } from '../../components/class-names.js';
import styles from './page-thumbnail.module.css';

/** It runs no scripts, takes no focus and is hidden from screen readers: a link to the page stands beside it. */
export function PageThumbnail({ url, title }: { url: string; title: string }) {
  const [loaded, setLoaded] = useState<string>();
  return (
    <div aria-hidden="true" inert>
      <iframe
        className={classNames(styles['page'], loaded === url && styles['loaded'])}
        key={url}
        loading="lazy"
        onLoad={() => setLoaded(url)}
        sandbox=""
        src={url}
        tabIndex={-1}
        title={title}
      />
    </div>
  );
}

/** It stands in the place of a page that is not shown, or is still loading, and has the first letter of its title. */
export function PageSheet({ title, icon }: { title: string; icon?: ReactNode }) {
  return (
    <div aria-hidden="true" className={styles['sheet']}>
      <p data-letter={/[\p{L}\p{N}]/u.exec(title)?.[0]}>{icon}</p>
    </div>
  );
}
