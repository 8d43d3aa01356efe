import styles from './page-thumbnail.module.css';

/** It runs no scripts, takes no focus and is hidden from screen readers: a link to the page stands beside it. */
export function PageThumbnail({ url, title }: { url: string; title: string }) {
  return (
    <div aria-hidden="true" inert>
      <iframe className={styles['page']} key={url} loading="lazy" sandbox="" src={url} tabIndex={-1} title={title} />
    </div>
  );
}
