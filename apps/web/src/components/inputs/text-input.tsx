import { useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from '../class-names.js';
import styles from './text-input.module.css';

export interface TextInputProps extends ComponentProps<'input'> {
  label: string;
  labelHidden?: boolean;
  error?: string | undefined;
  hint?: string | undefined;
  icon?: ReactNode;
  /** It stands before the typed text and cannot be changed. */
  prefix?: string;
  suffix?: ReactNode;
}

export function TextInput({
  label,
  labelHidden = false,
  error,
  hint,
  icon,
  prefix,
  suffix,
  className,
  ...rest
}: TextInputProps) {
  const inputId = useId();
  const noteId = `${inputId}-note`;
  const note = error ?? hint;
  return (
    <div className={classNames('stack-4 shrinks', className)}>
      <label className={labelHidden ? 'visually-hidden' : styles['label']} htmlFor={inputId}>
        {label}
      </label>
      <div className={classNames(styles['box'], error !== undefined && styles['invalid'])}>
        {icon !== undefined && <span className={styles['icon']}>{icon}</span>}
        {prefix && <span className={styles['prefix']}>{prefix}</span>}
        <input
          {...rest}
          aria-describedby={note === undefined ? undefined : noteId}
          aria-invalid={error === undefined ? undefined : true}
          className={styles['input']}
          id={inputId}
        />
        {suffix}
      </div>
      {note !== undefined && (
        <p className={error === undefined ? 'soft-xs' : 'red-xs'} id={noteId}>
          {note}
        </p>
      )}
    </div>
  );
}
