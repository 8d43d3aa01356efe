import type { ReactNode } from 'react';
import { copyLineTexts as text } from '../../texts/copy-line.js';
import { Button } from '../buttons/button.js';
import { CopyIcon } from '../icons/action-icons.js';
import { useCopy } from './use-copy.js';
import styles from './secret-link.module.css';

interface SecretLinkProps {
  name: string;
  url: string;
  children: ReactNode;
}

export function SecretLink({ name, url, children }: SecretLinkProps) {
  const { copy, isRefused, element } = useCopy<HTMLElement>(url, text.copied);
  return (
    <>
      <code aria-label={name} className={styles['url']} ref={element} role="group">
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
