import { type ComponentProps, useId } from 'react';
import styles from './radio-choice.module.css';

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
      <label className={`strong ${styles['name']}`} htmlFor={id}>
        {label}
      </label>
      {detail !== undefined && (
        <p className={styles['detail']} id={`${id}-detail`}>
          {detail}
        </p>
      )}
    </div>
  );
}
