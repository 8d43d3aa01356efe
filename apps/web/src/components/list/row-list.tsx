import type { ReactNode } from 'react';
import styles from './row-list.module.css';

interface RowListProps {
  as?: 'ul' | 'ol';
  'aria-label'?: string;
  'aria-busy'?: boolean;
  children: ReactNode;
}

export function RowList({ as: List = 'ul', ...attributes }: RowListProps) {
  return <List className={`box divided ${styles['list']}`} {...attributes} />;
}

interface RowProps {
  'aria-labelledby'?: string;
  actions?: ReactNode;
  /** On a phone it stays beside the text, and the actions stand below. */
  menu?: ReactNode;
  children: ReactNode;
}

export function Row({ actions, menu, children, ...attributes }: RowProps) {
  return (
    <li className={`between ${styles['row']}`} {...attributes}>
      <div className={styles['text']}>{children}</div>
      {Boolean(actions) && <div className={`wrap-12 ${styles['actions']}`}>{actions}</div>}
      {menu}
    </li>
  );
}

export function RowName({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className={`strong wrap-8 row ${styles['name']}`} id={id}>
      {children}
    </p>
  );
}

export function RowDetails({ children }: { children: ReactNode }) {
  return <p className={`soft-sm wrap-8 row ${styles['details']}`}>{children}</p>;
}

export function RowCode({ children }: { children: ReactNode }) {
  return <code className={`soft-xs ${styles['code']}`}>{children}</code>;
}
