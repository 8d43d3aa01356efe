import { useId, type ComponentProps, type ReactNode } from 'react';
import { textLength } from '@haru/contracts';
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
