import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { classNames } from './class-names.js';

export type Tone = 'good' | 'soon' | 'bad';

export function Badge({ tone, children }: { tone?: Tone | undefined; children: ReactNode }) {
  return <span className={classNames(styles['badge'], tone && styles[tone])}>{children}</span>;
}
