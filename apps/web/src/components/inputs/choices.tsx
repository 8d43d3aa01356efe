import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './choices.module.css';

interface ChoiceGroupProps {
  legend: string;
  legendHidden?: boolean;
  fault?: string | undefined;
  children: ReactNode;
}

export function ChoiceGroup({ legend, legendHidden = false, fault, children }: ChoiceGroupProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={fault === undefined ? undefined : id} className={styles['choices']}>
      <legend className={legendHidden ? 'visually-hidden' : styles['legend']}>{legend}</legend>
      {children}
      {fault !== undefined && (
        <p className="red-xs" id={id}>
          {fault}
        </p>
      )}
    </fieldset>
  );
}

type ChoiceProps = ComponentProps<'input'> & { label: string; detail?: string | undefined };

export function RadioChoice(props: ChoiceProps) {
  return <Choice {...props} type="radio" />;
}

export function CheckChoice(props: ChoiceProps) {
  return <Choice {...props} type="checkbox" />;
}

function Choice({ label, detail, ...input }: ChoiceProps) {
  const id = useId();
  return (
    <div className={styles['choice']}>
      <input {...input} aria-describedby={detail === undefined ? undefined : `${id}-detail`} id={id} />
      <label className="strong press-area" htmlFor={id}>
        {label}
      </label>
      {detail !== undefined && (
        <p className={`soft-sm ${styles['detail']}`} id={`${id}-detail`}>
          {detail}
        </p>
      )}
    </div>
  );
}
