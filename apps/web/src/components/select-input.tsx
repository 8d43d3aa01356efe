import { useId, type ComponentProps } from 'react';
import styles from './text-input.module.css';

export interface SelectInputProps extends ComponentProps<'select'> {
  label: string;
  /** Value → what people read, in the order of the list. */
  options: Readonly<Record<string, string>>;
}

export function SelectInput({ label, options, id, ...rest }: SelectInputProps) {
  const ownId = useId();
  const selectId = id ?? ownId;
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={selectId}>
        {label}
      </label>
      <div className={styles['box']}>
        <select {...rest} className={styles['select']} id={selectId}>
          {Object.entries(options).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
