import { skipToken } from '@reduxjs/toolkit/query/react';
import { Link } from 'react-router-dom';
import { useGetLastPublishedQuery } from '../../api/sites/site-lookups.js';
import { useShareUrl } from '../../api/sites/my-site.js';
import { Button } from '../../components/buttons/button.js';
import { copyText } from '../../components/sharing/copy-text.js';
import { CopyIcon, PencilIcon } from '../../components/icons/action-icons.js';
import { useNotices } from '../../components/notices/notices.js';
import { editPath } from '../../paths.js';
import { useAccount } from '../../session/session-slice.js';
import { lastPublishedTexts as text } from '../../texts/publish/result.js';
import styles from './last-published.module.css';

export function LastPublished() {
  const account = useAccount();
  const { data: page } = useGetLastPublishedQuery(account.kind === 'temporary' ? { account: account.id } : skipToken);
  const { showToast, showNotice } = useNotices();
  const url = useShareUrl()(page);
  if (page === null) return <span hidden />;
  if (!page || url === undefined) return null;

  const copy = async () => {
    if (await copyText(url)) showToast(text.copied);
    else showNotice({ kind: 'fault', text: text.copyByHand(url) });
  };
  return (
    <section aria-labelledby="last-published" className={`row ${styles['page']}`}>
      <h2 className="soft-sm normal" id="last-published">
        {text.title}
      </h2>
      <a className={styles['title']} href={url} rel="noopener noreferrer" target="_blank" title={url}>
        {page.title}
      </a>
      <Button iconLeft={<CopyIcon />} onClick={() => void copy()} size="sm" variant="ghost">
        <span className={styles['label']}>{text.copy}</span>
      </Button>
      <Link className={`touch-link accent-hover ${styles['edit']}`} to={editPath(page.id)}>
        <PencilIcon />
        <span className={styles['label']}>{text.edit}</span>
      </Link>
    </section>
  );
}
