import { isShownAsPermanent, isExpired, isExpiringSoon } from '@haru/contracts';
import { isClosed, type MySite } from '../../../api/sites/my-site.js';
import { classNames } from '../../../components/class-names.js';
import { Badge } from '../../../components/badge.js';
import { optionalPart } from '../../../components/loading/loaded-part.js';
import { dashboardTexts, formatAge, formatTimeLeft } from '../../../texts/sites/dashboard.js';
import { formatDateTime, formatDay } from '../../../texts/formats.js';
import styles from './site-facts.module.css';

const text = dashboardTexts.card;
const tones = { permanent: 'good', soon: 'soon', expired: 'bad', stopped: 'bad' } as const;

export function StateBadges({ site, state }: Pick<FactsProps, 'site' | 'state'>) {
  return (
    <>
      {isClosed(site.visibility) && <Badge>{text.badges[site.visibility]}</Badge>}
      {state !== 'live' && <Badge tone={tones[state]}>{text[state]}</Badge>}
    </>
  );
}

/** This is the part of the page's address that tells it from others, without the key of a secret one. */
export function pathOf({ path, visibility }: MySite, url: string | undefined): string {
  if (visibility === 'secret' && url !== undefined) return url.replaceAll(/^https?:\/\/|(?<=~).*/g, '') + '…';
  return visibility === 'password' ? `/open/${path}` : `/share/${path}`;
}

interface FactsProps {
  site: MySite;
  state: SiteState;
  now: Date;
}

/** Says until when the page is shown: `12月2日まで公開（あと10日）`. Other pages need only their badge. */
export function Expiry({ site, state, now }: FactsProps) {
  if (state === 'expired') return <span>{text.expiredNotice}</span>;
  if (state === 'permanent' || state === 'stopped') return null;
  const expiresAt = new Date(site.expires_at);
  return (
    <time dateTime={site.expires_at} title={formatDateTime(expiresAt)}>
      {text.until(formatDay(expiresAt, now))}
      <span className={styles['left']}>
        <span aria-hidden="true">（</span>
        <span>{formatTimeLeft(expiresAt, now)}</span>
        <span aria-hidden="true">）</span>
      </span>
    </time>
  );
}

export function Age({ site, now }: Pick<FactsProps, 'site' | 'now'>) {
  const createdAt = new Date(site.created_at);
  return (
    <span className={styles['age']}>
      {text.created}
      <time dateTime={site.created_at} title={formatDateTime(createdAt)}>
        {formatAge(createdAt, now)}
      </time>
    </span>
  );
}

/** It is loaded only for those who have a stopped page. */
const OwnCaseLink = optionalPart(() => import('../../cases/own-cases.js'), 'OwnCaseLink');

export function StoppedNotice({ site, className }: { site: MySite; className?: string | undefined }) {
  if (site.stopped_reason === null) return null;
  return (
    <div className={classNames('stack-8', styles['stopped'], className)}>
      <p>
        {text.stoppedReason}
        {site.stopped_reason}
      </p>
      <OwnCaseLink path={site.path} />
    </div>
  );
}

/** It is visible only where it says an exception, which the badge of a stopped page says already. */
export function Indexing({ className, site, state }: Omit<FactsProps, 'now'> & { className: string | undefined }) {
  const line = indexingLine(site, state);
  return <p className={line === text.indexed || state === 'stopped' ? 'visually-hidden' : className}>{line}</p>;
}

function indexingLine(site: MySite, state: SiteState): string {
  const { noindex, owner_unconfirmed: isUnconfirmed, under_review: isUnderReview, visibility } = site;
  if (state === 'expired') return text.notIndexedWhenExpired;
  if (state === 'stopped') return text.notIndexedWhenStopped;
  if (isUnderReview) return text.underReview;
  if (noindex || isClosed(visibility)) return text.notIndexed;
  return isUnconfirmed ? text.indexedOnceRegistered : text.indexed;
}

export type SiteState = 'permanent' | 'live' | 'soon' | 'expired' | 'stopped';

export function siteStateOf(site: Pick<MySite, 'expires_at' | 'stopped_reason'>, now: Date): SiteState {
  if (site.stopped_reason !== null) return 'stopped';
  const expiresAt = new Date(site.expires_at);
  if (isExpired(expiresAt, now)) return 'expired';
  if (isShownAsPermanent(expiresAt, now)) return 'permanent';
  return isExpiringSoon(expiresAt, now) ? 'soon' : 'live';
}
