import { useId, type ReactNode, type Ref } from 'react';
import styles from './settings.module.css';

interface SectionProps {
  heading: string;
  /** The heading takes the focus when the focused element is removed. */
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

export function Section({ heading, headingRef, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles['section']}>
      <h3 className={styles['heading']} id={id} ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
        {heading}
      </h3>
      {children}
    </section>
  );
}
