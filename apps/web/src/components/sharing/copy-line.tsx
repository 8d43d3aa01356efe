import type { ReactNode } from 'react';
import { copyLineTexts as text } from '../../texts/copy-line.js';
import { Button } from '../buttons/button.js';
import { CopyIcon } from '../icons/action-icons.js';
import styles from './copy-line.module.css';
import { useCopy } from './use-copy.js';

interface CopyLineProps {
  name: string;
  /** Each part of a long command is shown on a line of its own; they are copied as one line, for every shell. */
  line: string | readonly string[];
}

export function CopyLine({ name, line }: CopyLineProps) {
  const parts = [line].flat();
  const { copy, isRefused, element } = useCopy<HTMLElement>(parts.join(' '), text.copied);
  return (
    <div className={`framed ${styles['box']}`}>
      <code aria-label={name} className={styles['line']} ref={element} role="group">
        {parts.map((part, at) => (
          <span className={styles['part']} key={part}>
            {at > 0 && ' '}
            {part}
          </span>
        ))}
      </code>
      <Button aria-label={text.copyNamed(name)} iconLeft={<CopyIcon />} onClick={copy} size="sm" variant="ghost">
        {text.copy}
      </Button>
      {isRefused && (
        <p className={`red-sm ${styles['refused']}`} role="alert">
          {text.failed}
        </p>
      )}
    </div>
  );
}

export function SecretLink({ name, url, children }: { name: string; url: string; children: ReactNode }) {
  const { copy, isRefused, element } = useCopy<HTMLElement>(url, text.copied);
  return (
    <>
      <code aria-label={name} className={`code-box ${styles['url']}`} ref={element} role="group">
        {url}
      </code>
      {isRefused && (
        <p className="red-sm" role="alert">
          {text.failed}
        </p>
      )}
      <div className="wrap-12 fill-phone">
        <Button aria-label={text.copyNamed(name)} iconLeft={<CopyIcon />} onClick={copy} variant="primary">
          {text.copy}
        </Button>
        {children}
      </div>
    </>
  );
}
