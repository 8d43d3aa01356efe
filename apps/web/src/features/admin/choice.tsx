import { useId } from 'react';
import styles from './admin.module.css';

interface ChoiceProps<Value extends string> {
  label: string;
  /** Values and what is read for them, in the order shown. */
  options: Readonly<Record<Value, string>>;
  chosen: Value;
  onChoose: (value: Value) => void;
}

/** A labelled select over a fixed set of values. */
export function Choice<Value extends string>({ label, options, chosen, onChoose }: ChoiceProps<Value>) {
  const id = useId();
  const values = Object.keys(options) as Value[];
  return (
    <div className={styles['choice']}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        onChange={(event) => {
          const value = values.find((known) => known === event.target.value);
          if (value !== undefined) onChoose(value);
        }}
        value={chosen}
      >
        {values.map((value) => (
          <option key={value} value={value}>
            {options[value]}
          </option>
        ))}
      </select>
    </div>
  );
}
