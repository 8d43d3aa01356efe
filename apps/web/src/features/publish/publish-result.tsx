import { daysLeft } from '@haru/contracts';
import { useEffect, useRef, useState } from 'react';
import { useAccount } from '../../session/session-slice.js';
import type { PublishedSite } from '../../api/api.js';
import { Button, ButtonLink } from '../../components/buttons/button.js';
import { copyText } from '../../components/copy-text.js';
import { CheckIcon, ClockIcon, CopyIcon, OpenIcon, PlusIcon } from '../../components/icons.js';
import { useNotices } from '../../components/notices/notices.js';
import { formatDateTime } from '../../texts/formats.js';
import { texts } from '../../texts/ja.js';
import styles from './publish-result.module.css';
import { SiteCountBadge } from '../sites/site-count.js';

export interface PublishResultProps {
  site: PublishedSite;
  /** The signed-in account owns the site. */
  isOwn: boolean;
  onAnother: () => void;
}

export function PublishResult({ site, isOwn, onAnother }: PublishResultProps) {
  const account = useAccount();
  const [publishedAt] = useState(() => new Date());
  const heading = useRef<HTMLHeadingElement>(null);
  const expiresAt = new Date(site.expires_at);

  // The editor that had the focus is gone; a screen reader goes on from here.
  useEffect(() => heading.current?.focus(), []);

  return (
    <section aria-labelledby="published-title" className={styles['card']}>
      <p aria-hidden="true" className={styles['stamp']}>
        {texts.result.stamp}
      </p>
      <p className={styles['done']} role="status">
        <CheckIcon />
        {texts.result.done}
      </p>
      <h1 className={styles['title']} id="published-title" ref={heading} tabIndex={-1}>
        {site.title}
      </h1>
      <PublishedAddress url={site.url} />
      <div className={styles['expiry']}>
        <ClockIcon />
        <p>
          <strong>{texts.result.expires(daysLeft(expiresAt, publishedAt))}</strong>
          <span className={styles['detail']}>
            {texts.result.expiresAt(formatDateTime(expiresAt))}
            {isOwn && (account.kind === 'registered' ? texts.result.extendableSignedIn : texts.result.extendable)}
          </span>
        </p>
      </div>
      <div className={styles['foot']}>
        <SiteCountBadge />
        <Button iconLeft={<PlusIcon />} onClick={onAnother}>
          {texts.result.another}
        </Button>
      </div>
    </section>
  );
}

function PublishedAddress({ url }: { url: string }) {
  const { showToast } = useNotices();
  const [refused, setRefused] = useState(false);
  const address = useRef<HTMLAnchorElement>(null);

  const copy = async () => {
    const done = await copyText(url);
    setRefused(!done);
    if (done) showToast(texts.result.copied);
    else if (address.current) window.getSelection()?.selectAllChildren(address.current);
  };

  return (
    <div className={styles['address']}>
      <a className={styles['url']} href={url} ref={address} rel="noopener noreferrer" target="_blank">
        {url}
      </a>
      <div className={styles['actions']}>
        <Button iconLeft={<CopyIcon />} onClick={() => void copy()} variant="primary">
          {texts.result.copy}
        </Button>
        <ButtonLink href={url} iconLeft={<OpenIcon />} rel="noopener noreferrer" target="_blank">
          {texts.result.open}
        </ButtonLink>
      </div>
      {refused && (
        <p className={styles['refused']} role="alert">
          {texts.result.copyFailed}
        </p>
      )}
    </div>
  );
}
