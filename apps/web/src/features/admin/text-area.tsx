import { useId } from 'react';
import styles from './admin.module.css';

interface TextAreaProps {
  label: string;
  hint?: string;
  maxLength: number;
  value: string;
  onChange: (value: string) => void;
  /** How much of the room is used, as it is read. */
  counter?: (used: number, most: number) => string;
}

export function TextArea({ label, hint, maxLength, value, onChange, counter }: TextAreaProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className={styles['area']}>
      <label htmlFor={id}>{label}</label>
      <textarea
        aria-describedby={hintId}
        id={id}
        maxLength={maxLength}
        onChange={(event) => onChange(event.target.value)}
        value={value}
      />
      <p className={styles['hint']} id={hintId}>
        <span>{hint}</span>
        <span>{counter?.(value.length, maxLength)}</span>
      </p>
    </div>
  );
}
