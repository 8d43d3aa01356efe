import { useRef, useState, type ReactNode } from 'react';
import { Button } from '../buttons/button.js';
import { CopyIcon } from '../icons/action-icons.js';
import { useNotices } from '../notices/notices.js';
import { copyText } from './copy-text.js';
import styles from './secret-link.module.css';

interface SecretLinkProps {
  url: string;
  texts: {
    /** Screen readers name the link with it. */
    link: string;
    copy: string;
    copied: string;
    copyFailed: string;
  };
  note?: ReactNode;
  /** Further buttons follow the copy button. */
  children: ReactNode;
}

/** The link can be seen only now. If it cannot be copied, it is selected. */
export function SecretLink({ url, texts, note, children }: SecretLinkProps) {
  const { showToast } = useNotices();
  const [refused, setRefused] = useState(false);
  const link = useRef<HTMLElement>(null);
  const copy = async () => {
    const done = await copyText(url);
    setRefused(!done);
    if (done) showToast(texts.copied);
    else if (link.current) window.getSelection()?.selectAllChildren(link.current);
  };
  return (
    <>
      <code aria-label={texts.link} className={styles['url']} ref={link} role="group">
        {url}
      </code>
      {note}
      {refused && (
        <p className={styles['refused']} role="alert">
          {texts.copyFailed}
        </p>
      )}
      <div className={styles['actions']}>
        <Button iconLeft={<CopyIcon />} onClick={() => void copy()} variant="primary">
          {texts.copy}
        </Button>
        {children}
      </div>
    </>
  );
}
