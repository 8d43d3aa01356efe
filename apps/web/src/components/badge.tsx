import type { ReactNode } from 'react';
import { classNames } from './class-names.js';

export type Tone = 'good' | 'soon' | 'bad';

export function Badge({ tone, children }: { tone?: Tone | undefined; children: ReactNode }) {
  return <span className={classNames('badge', tone && `tone-${tone}`)}>{children}</span>;
}
