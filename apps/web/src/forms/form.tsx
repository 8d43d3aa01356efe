import type { ComponentProps, ReactNode } from 'react';
import { ErrorNotice } from '../components/notices/notice.js';
import type { Refusal } from './action-failure.js';
import styles from './form.module.css';

/** Fields one under another; what the server refuses stands above the button that asked for it. */
export function Form({
  refusal,
  actions,
  children,
  ...rest
}: ComponentProps<'form'> & { refusal: Refusal | undefined; actions?: ReactNode }) {
  return (
    <form className={styles['form']} {...rest}>
      {children}
      {refusal && <ErrorNotice title={refusal.title}>{refusal.text}</ErrorNotice>}
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </form>
  );
}
