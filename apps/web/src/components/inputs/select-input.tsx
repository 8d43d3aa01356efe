import { useId, type ComponentProps } from 'react';
import { classNames } from '../class-names.js';
import styles from './text-input.module.css';

interface SelectInputProps<Value extends string> extends Omit<ComponentProps<'select'>, 'onChange' | 'value'> {
  label: string;
  labelHidden?: boolean;
  hint?: string | undefined;
  options: Readonly<Partial<Record<Value, string>>>;
  chosen: Value;
  onChoose: (value: Value) => void;
}

export function SelectInput<Value extends string>({
  label,
  labelHidden = false,
  hint,
  options,
  chosen,
  onChoose,
  className,
  ...rest
}: SelectInputProps<Value>) {
  const selectId = useId();
  const values = Object.keys(options) as Value[];
  return (
    <div className={classNames('stack-4 shrinks', className)}>
      <label className={labelHidden ? 'visually-hidden' : styles['label']} htmlFor={selectId}>
        {label}
      </label>
      <select
        {...rest}
        aria-describedby={hint === undefined ? undefined : `${selectId}-hint`}
        className={styles['select']}
        id={selectId}
        onChange={(event) => onChoose(event.target.value as Value)}
        value={chosen}
      >
        {values.map((value) => (
          <option key={value} value={value}>
            {options[value]}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <p className="soft-xs" id={`${selectId}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
