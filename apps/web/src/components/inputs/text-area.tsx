import { useId, type ComponentProps } from 'react';
import { classNames } from '../class-names.js';
import styles from './text-input.module.css';

export interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string;
  /** Characters so far and at most; more can be typed, and is shown to be too much. */
  count: { now: number; most: number };
  /** Stand under the field and are read with it. */
  hint?: string;
  error?: string | undefined;
}

/** Several lines of text with a live count below. */
export function TextArea({ label, count, hint, error, id, ...rest }: TextAreaProps) {
  const ownId = useId();
  const areaId = id ?? ownId;
  const noteId = `${areaId}-note`;
  const isFaulty = error !== undefined || count.now > count.most;
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={areaId}>
        {label}
      </label>
      <div className={classNames(styles['box'], isFaulty && styles['invalid'])}>
        <textarea
          {...rest}
          aria-describedby={noteId}
          aria-invalid={isFaulty || undefined}
          className={classNames(styles['input'], styles['area'])}
          id={areaId}
        />
      </div>
      <p className={classNames(styles['notes'], isFaulty ? styles['error'] : styles['hint'])} id={noteId}>
        <span>{error ?? hint}</span>
        <span className={styles['count']}>
          {count.now} / {count.most}
        </span>
      </p>
    </div>
  );
}
