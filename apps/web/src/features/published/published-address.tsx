import { useState } from 'react';
import type { PublishedSite } from '../../api/api.js';
import { Button, ButtonLink } from '../../components/buttons/button.js';
import { useCopy } from '../../components/sharing/use-copy.js';
import { CopyIcon, OpenIcon, QrIcon, ShareIcon } from '../../components/icons/action-icons.js';
import { canShare, lineShareUrl, shareLink, shownAddress, xShareUrl } from '../../components/sharing/share.js';
import { requiredPart } from '../../components/loading/loaded-part.js';
import { useNarrowWidth } from '../../components/hooks.js';
import { texts } from '../../texts/ja.js';
import { resultTexts as text } from '../../texts/publish/result.js';
import styles from './published-address.module.css';

const QrDialog = requiredPart(() => import('../../components/sharing/qr-dialog.js'), 'QrDialog');

export function PublishedAddress({ site, password }: { site: PublishedSite; password: string | undefined }) {
  const { url, title } = site;
  const isNarrow = useNarrowWidth();
  const copied = password === undefined ? url : text.withPassword(url, password);
  const { copy, isRefused, element } = useCopy<HTMLElement>(copied, texts.result.copied);
  const [showsQr, setShowsQr] = useState(false);
  const { start, end } = shownAddress(url);
  const sharesFirst = isNarrow && canShare();
  const shareButton = canShare() && (
    <Button
      className={sharesFirst ? styles['wide'] : undefined}
      iconLeft={<ShareIcon />}
      onClick={() => void shareLink({ url, title }, copy)}
      variant={sharesFirst ? 'primary' : 'secondary'}
    >
      {sharesFirst ? text.shareOnPhone : text.share}
    </Button>
  );
  return (
    <div className={`stack-16 ${styles['address']}`}>
      <a aria-label={url} className={styles['url']} href={url} rel="noopener noreferrer" target="_blank" title={url}>
        <span className={styles['start']}>{start}</span>
        <span className={styles['end']}>{end}</span>
      </a>
      <div className={`wrap-8 ${styles['actions']}`}>
        {sharesFirst && shareButton}
        <Button
          className={styles['wide']}
          iconLeft={<CopyIcon />}
          onClick={copy}
          variant={sharesFirst ? 'secondary' : 'primary'}
        >
          {password === undefined ? text.copy : text.copyWithPassword}
        </Button>
        {!sharesFirst && shareButton}
        <ButtonLink aria-label={text.line} href={lineShareUrl(url)} rel="noopener noreferrer" target="_blank">
          LINE
        </ButtonLink>
        <ButtonLink aria-label={text.x} href={xShareUrl(url, title)} rel="noopener noreferrer" target="_blank">
          X
        </ButtonLink>
        <Button aria-label={text.qrCodeTitle} iconLeft={<QrIcon />} onClick={() => setShowsQr(true)}>
          QR
        </Button>
        <a className={`touch-link ${styles['open']}`} href={url} rel="noopener noreferrer" target="_blank">
          <OpenIcon />
          {text.open}
        </a>
      </div>
      {isRefused && (
        <p className={`red-sm stack-4 ${styles['refused']}`} role="alert">
          {text.copyFailed}
          <code ref={element}>{copied}</code>
        </p>
      )}
      {showsQr && <QrDialog onClose={() => setShowsQr(false)} site={site} />}
    </div>
  );
}
