import { texts } from '../../texts/ja.js';
import styles from './loading.module.css';

/** It is shown while code is loading; hidden at first, so that a fast connection shows no flicker. */
export function Loading() {
  return (
    <p className={styles['loading']} role="status">
      {texts.loading}
    </p>
  );
}
