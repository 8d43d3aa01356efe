import type { ReactNode } from 'react';
import { Button } from '../buttons/button.js';
import { CopyIcon } from '../icons/action-icons.js';
import { useCopy } from './use-copy.js';
import styles from './secret-link.module.css';

interface SecretLinkProps {
  url: string;
  texts: {
    link: string;
    copy: string;
    copied: string;
    copyFailed: string;
  };
  children: ReactNode;
}

export function SecretLink({ url, texts, children }: SecretLinkProps) {
  const { copy, isRefused, element } = useCopy<HTMLElement>(url, texts.copied);
  return (
    <>
      <code aria-label={texts.link} className={styles['url']} ref={element} role="group">
        {url}
      </code>
      {isRefused && (
        <p className="red-sm" role="alert">
          {texts.copyFailed}
        </p>
      )}
      <div className="wrap-12 fill-phone">
        <Button iconLeft={<CopyIcon />} onClick={copy} variant="primary">
          {texts.copy}
        </Button>
        {children}
      </div>
    </>
  );
}
