import { type ComponentProps, useId } from 'react';
import styles from './radio-choice.module.css';

export function RadioChoice({ label, detail, ...input }: ComponentProps<'input'> & { label: string; detail: string }) {
  const id = useId();
  return (
    <div className={styles['choice']}>
      <input {...input} aria-describedby={`${id}-detail`} id={id} type="radio" />
      <label className={styles['name']} htmlFor={id}>
        {label}
      </label>
      <span className={styles['detail']} id={`${id}-detail`}>
        {detail}
      </span>
    </div>
  );
}
