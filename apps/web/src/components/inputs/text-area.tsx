import { textLength } from '@haru/contracts';
import { useId, type ComponentProps } from 'react';
import { classNames } from '../class-names.js';
import styles from './text-input.module.css';

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string;
  value: string;
  /** More characters can be typed, and are shown to be too many. Blanks around the text do not count. */
  max: number;
  hint?: string;
  error?: string | undefined;
}

export function TextArea({ label, max, hint, error, ...rest }: TextAreaProps) {
  const areaId = useId();
  const noteId = `${areaId}-note`;
  const count = textLength(rest.value.trim());
  const isFaulty = error !== undefined || count > max;
  return (
    <div className="stack-4 shrinks">
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
      <p className={classNames(styles['notes'], isFaulty ? 'red-xs' : 'soft-xs')} id={noteId}>
        <span>{error ?? hint}</span>
        <span className={classNames(styles['count'], count <= max && 'soft-xs')}>
          {count} / {max}
        </span>
      </p>
    </div>
  );
}
