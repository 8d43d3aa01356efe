import { useId, type ComponentProps } from 'react';
import { classNames } from './class-names.js';
import styles from './text-input.module.css';

export interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string;
  /** Characters so far and at most; more can be typed, and is shown to be too much. */
  count: { now: number; most: number };
}

/** Several lines of text with a live count below. */
export function TextArea({ label, count, id, ...rest }: TextAreaProps) {
  const ownId = useId();
  const areaId = id ?? ownId;
  const countId = `${areaId}-count`;
  const tooMuch = count.now > count.most;
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={areaId}>
        {label}
      </label>
      <div className={classNames(styles['box'], tooMuch && styles['invalid'])}>
        <textarea
          {...rest}
          aria-describedby={countId}
          aria-invalid={tooMuch || undefined}
          className={classNames(styles['input'], styles['area'])}
          id={areaId}
        />
      </div>
      <p className={classNames(styles['count'], tooMuch ? styles['error'] : styles['hint'])} id={countId}>
        {count.now} / {count.most}
      </p>
    </div>
  );
}
