import { filesTexts as text } from '../../../texts/files.js';
import type { LeftOut } from '../taking/take-files.js';
import styles from './left-out-list.module.css';

export function LeftOutList({ files }: { files: readonly LeftOut[] }) {
  if (files.length === 0) return null;
  return (
    <details className={styles['box']} open={files.some(({ isFault }) => isFault)}>
      <summary className={styles['title']}>{text.leftOut(files.length)}</summary>
      <ul className={styles['list']}>
        {files.map(({ path, reason, isFault }) => (
          <li className={styles['file']} key={path}>
            <span className={styles['path']}>{path}</span>
            <span className={isFault ? styles['fault'] : undefined}>{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
