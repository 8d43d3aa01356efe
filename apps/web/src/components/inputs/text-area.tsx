import { useId, type ComponentProps } from 'react';
import { classNames } from '../class-names.js';
import styles from './text-input.module.css';

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string;
  /** More characters than `max` can be typed, and are shown to be too many. */
  count: { now: number; max: number };
  hint?: string;
  error?: string | undefined;
}

export function TextArea({ label, count, hint, error, id, ...rest }: TextAreaProps) {
  const ownId = useId();
  const areaId = id ?? ownId;
  const noteId = `${areaId}-note`;
  const isFaulty = error !== undefined || count.now > count.max;
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
          {count.now} / {count.max}
        </span>
      </p>
    </div>
  );
}
