import { PageFrame } from '../../preview/page-frame.js';
import styles from './rendered.module.css';
import { useLinkedScroll } from './use-linked-scroll.js';

interface ComparedPage {
  name: string;
  html: string;
}

export interface ComparedPages {
  before: ComparedPage;
  after: ComparedPage;
}

/** Both pages stand beside each other, or one under the other on a phone; they scroll together. */
export function SideBySide({ before, after }: ComparedPages) {
  const { beforeRef, afterRef, onBeforeScroll, onAfterScroll } = useLinkedScroll();
  return (
    <div className={styles['sides']}>
      <figure className={styles['side']}>
        <figcaption className={styles['name']}>{before.name}</figcaption>
        <PageFrame html={before.html} onScroll={onBeforeScroll} ref={beforeRef} title={before.name} />
      </figure>
      <figure className={styles['side']}>
        <figcaption className={styles['name']}>{after.name}</figcaption>
        <PageFrame html={after.html} onScroll={onAfterScroll} ref={afterRef} title={after.name} />
      </figure>
    </div>
  );
}
