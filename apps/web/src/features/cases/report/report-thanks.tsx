import { useRef, useState } from 'react';
import { Button, ButtonLink } from '../../../components/buttons/button.js';
import { CopyIcon } from '../../../components/icons/action-icons.js';
import { useNotices } from '../../../components/notices/notices.js';
import { copyText } from '../../../components/sharing/copy-text.js';
import { reportPageTexts as text } from '../../../texts/cases/report-page.js';
import styles from './report-thanks.module.css';

/** The link to the case, which can be seen only now, and a way to keep it. */
export function ReportThanks({ caseUrl }: { caseUrl: string }) {
  const { showToast } = useNotices();
  const [refused, setRefused] = useState(false);
  const address = useRef<HTMLElement>(null);
  const copy = async () => {
    const done = await copyText(caseUrl);
    setRefused(!done);
    if (done) showToast(text.copied);
    else if (address.current) window.getSelection()?.selectAllChildren(address.current);
  };
  return (
    <>
      <code aria-label={text.link} className={styles['url']} ref={address} role="group">
        {caseUrl}
      </code>
      <p className={styles['caution']}>{text.thanksCaution}</p>
      {refused && (
        <p className={styles['refused']} role="alert">
          {text.copyFailed}
        </p>
      )}
      <div className={styles['actions']}>
        <Button iconLeft={<CopyIcon />} onClick={() => void copy()} variant="primary">
          {text.copy}
        </Button>
        {/* A link that loads the page again, so that the app takes the secret out of the address. */}
        <ButtonLink href={caseUrl}>{text.openCase}</ButtonLink>
      </div>
    </>
  );
}
