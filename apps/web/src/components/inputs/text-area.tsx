import { useId, type ComponentProps } from 'react';
import { classNames } from '../class-names.js';
import styles from './text-input.module.css';

export interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string;
  /** Characters so far and at most; more can be typed, and is shown to be too much. */
  count: { now: number; most: number };
  /** Stands under the field and is read with it. */
  hint?: string;
}

/** Several lines of text with a live count below. */
export function TextArea({ label, count, hint, id, ...rest }: TextAreaProps) {
  const ownId = useId();
  const areaId = id ?? ownId;
  const noteId = `${areaId}-note`;
  const tooMuch = count.now > count.most;
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={areaId}>
        {label}
      </label>
      <div className={classNames(styles['box'], tooMuch && styles['invalid'])}>
        <textarea
          {...rest}
          aria-describedby={noteId}
          aria-invalid={tooMuch || undefined}
          className={classNames(styles['input'], styles['area'])}
          id={areaId}
        />
      </div>
      <p className={classNames(styles['notes'], tooMuch ? styles['error'] : styles['hint'])} id={noteId}>
        <span>{hint}</span>
        <span className={styles['count']}>
          {count.now} / {count.most}
        </span>
      </p>
    </div>
  );
}
