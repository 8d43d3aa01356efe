import type { ReactNode } from 'react';
import { classNames } from '../../components/class-names.js';
import styles from './admin.module.css';

/** A short word on a state. */
export function Badge({ tone, children }: { tone?: 'good' | 'soon' | 'bad' | undefined; children: ReactNode }) {
  return <span className={classNames(styles['badge'], tone && styles[tone])}>{children}</span>;
}
