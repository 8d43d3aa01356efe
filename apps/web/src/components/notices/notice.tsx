import type { ReactNode } from 'react';
import { classNames } from '../class-names.js';
import { CheckIcon, WarningIcon } from '../icons/icons.js';
import styles from './notice.module.css';

/** Screen readers read a fault immediately: first what happened (title), then what to do. */
export function ErrorNotice({
  title,
  children,
  actions,
  className,
}: {
  title?: string | undefined;
  children: ReactNode;
  actions?: ReactNode;
  className?: string | undefined;
}) {
  return (
    <div className={classNames(styles['fault'], className)} role="alert">
      <WarningIcon />
      <div>
        {title !== undefined && <p className={styles['title']}>{title}</p>}
        <p>{children}</p>
        {actions !== undefined && <div className={`wrap-8 ${styles['actions']}`}>{actions}</div>}
      </div>
    </div>
  );
}

export function Refused({ refusal }: { refusal: { title?: string; text: string } | undefined }) {
  return refusal ? <ErrorNotice title={refusal.title}>{refusal.text}</ErrorNotice> : null;
}

export function DoneNotice({ children }: { children: ReactNode }) {
  return (
    <div className={styles['done']} role="status">
      <CheckIcon />
      <p>{children}</p>
    </div>
  );
}
