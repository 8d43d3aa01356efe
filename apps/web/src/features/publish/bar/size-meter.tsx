import { classNames } from '../../../components/class-names.js';
import { publishTexts as text } from '../../../texts/publish/publish.js';
import styles from './size-meter.module.css';

interface SizeMeterProps {
  bytes: number;
  maxBytes: number;
}

export function SizeMeter({ bytes, maxBytes }: SizeMeterProps) {
  return (
    <div className={classNames(styles['size'], bytes > maxBytes && styles['over'])}>
      <span>{text.size(bytes)}</span>
      <progress
        aria-label={text.sizeLabel}
        className={styles['meter']}
        max={maxBytes}
        value={Math.min(bytes, maxBytes)}
      />
    </div>
  );
}
