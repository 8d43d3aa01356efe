import type { ReactNode } from 'react';
import { CopyLine } from '../../../components/sharing/copy-line.js';
import { assistantTexts as text } from '../../../texts/account/assistants.js';
import styles from '../settings.module.css';

export interface Client {
  name: string;
  hint: ReactNode;
  lines: readonly string[];
}

export function ClientLines({ clients }: { clients: readonly Client[] }) {
  return (
    <ul aria-label={text.list} className="stack-16">
      {clients.map(({ name, hint, lines }) => (
        <li className="stack-8" key={name}>
          <p className={styles['name']}>{name}</p>
          <p className="note">{hint}</p>
          {lines.map((line, at) => (
            <CopyLine key={line} line={line} name={lines.length === 1 ? name : `${name} ${at + 1}`} />
          ))}
        </li>
      ))}
    </ul>
  );
}
