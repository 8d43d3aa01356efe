import type { ReactNode } from 'react';
import styles from './numbers.module.css';

interface NumbersTableProps {
  summary: string;
  label?: string;
  open?: boolean;
  columns: readonly string[];
  children: ReactNode;
}

/** The table is wider than a phone. While its summary has the focus, the keyboard can scroll it. */
export function NumbersTable({ summary, label = summary, open = false, columns, children }: NumbersTableProps) {
  return (
    <div className={styles['scroll']}>
      <details open={open}>
        <summary>{summary}</summary>
        <table aria-label={label} className={styles['table']}>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </details>
    </div>
  );
}
