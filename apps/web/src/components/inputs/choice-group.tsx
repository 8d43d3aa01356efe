import { type ReactNode, useId } from 'react';
import styles from './choice-group.module.css';

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
        <p className={styles['fault']} id={id}>
          {fault}
        </p>
      )}
    </fieldset>
  );
}
