import type { MySite } from '../../../api/my-site.js';
import { Badge } from '../../../components/badge.js';
import { IconButton, IconLink } from '../../../components/buttons/icon-button.js';
import { CalendarPlusIcon, OpenIcon, PencilIcon, SearchOffIcon, TrashIcon } from '../../../components/icons.js';
import { ErrorNotice } from '../../../components/notices/notice.js';
import { dashboardTexts, formatAge, formatTimeLeft } from '../../../texts/dashboard.js';
import { formatDateTime } from '../../../texts/formats.js';
import styles from './site-card.module.css';
import type { SiteActions } from '../use-site-actions.js';
import { SitePreview } from './site-preview.js';
import { siteStateOf, type SiteState } from './site-state.js';

const text = dashboardTexts.card;

interface SiteCardProps {
  site: MySite;
  url: string | undefined;
  now: Date;
  actions: SiteActions;
}

export function SiteCard({ site, url, now, actions }: SiteCardProps) {
  // What the server refused last about this site.
  const problem = actions.problemOf(site.id);
  const state = siteStateOf(site, now);
  const shown = state !== 'expired' && state !== 'stopped';
  const titleId = `site-${site.id}`;
  return (
    <article aria-labelledby={titleId} className={styles['card']}>
      <SitePreview url={shown ? url : undefined} />
      <div className={styles['body']}>
        <div className={styles['head']}>
          <h2 className={styles['title']} id={titleId} title={site.title}>
            {site.title}
          </h2>
          <StateBadge state={state} />
        </div>
        <div className={styles['path']}>
          <span className={styles['pathText']}>/share/{site.path}</span>
          {state === 'stopped' ? null : (
            <IconButton
              className={styles['pencil']}
              icon={<PencilIcon />}
              label={text.editPath}
              onClick={() => actions.editPath(site)}
            />
          )}
        </div>
        {site.stopped_reason !== null && <StoppedNotice reason={site.stopped_reason} />}
        <Times now={now} site={site} state={state} />
        {problem && <ErrorNotice title={problem.title}>{problem.text}</ErrorNotice>}
        <div className={styles['actions']}>
          {shown && (
            <IconLink href={url} icon={<OpenIcon />} label={text.view} rel="noopener noreferrer" target="_blank" />
          )}
          {state === 'permanent' || state === 'stopped' ? null : (
            <IconButton
              icon={<CalendarPlusIcon />}
              label={text.extend}
              onClick={() => actions.open({ name: 'extend', site })}
            />
          )}
          {state !== 'stopped' && (
            <IconButton
              icon={<SearchOffIcon />}
              label={text.noindex}
              onClick={() => actions.toggleNoindex(site)}
              pressed={site.noindex}
            />
          )}
          <IconButton
            danger
            icon={<TrashIcon />}
            label={text.remove}
            onClick={() => actions.open({ name: 'remove', site })}
          />
        </div>
        <p className={styles['indexing']}>{indexingLine(site)}</p>
      </div>
    </article>
  );
}

function indexingLine({ noindex, owner_unconfirmed: isUnconfirmed }: MySite): string {
  if (noindex) return text.notIndexed;
  return isUnconfirmed ? text.indexedOnceRegistered : text.indexed;
}

const tones = { permanent: 'good', soon: 'soon', expired: 'bad', stopped: 'bad' } as const;

function StateBadge({ state }: { state: SiteState }) {
  if (state === 'live') return null;
  return <Badge tone={tones[state]}>{text[state]}</Badge>;
}

function StoppedNotice({ reason }: { reason: string }) {
  return (
    <div className={styles['stoppedNotice']}>
      <p>{text.stoppedNotice}</p>
      <p>
        {text.stoppedReason}
        {reason}
      </p>
    </div>
  );
}

function Times({ site, state, now }: { site: MySite; state: SiteState; now: Date }) {
  const expiresAt = new Date(site.expires_at);
  const createdAt = new Date(site.created_at);
  return (
    <dl className={styles['times']}>
      <div>
        <dt>{text.created}</dt>
        <dd>
          <time dateTime={site.created_at} title={formatDateTime(createdAt)}>
            {formatAge(createdAt, now)}
          </time>
        </dd>
      </div>
      <div>
        <dt>{text.expiry}</dt>
        <dd>
          {state === 'permanent' && text.permanentNotice}
          {state === 'expired' && text.expiredNotice}
          {(state === 'live' || state === 'soon' || state === 'stopped') && (
            <time dateTime={site.expires_at} title={formatDateTime(expiresAt)}>
              {formatTimeLeft(expiresAt, now)}
            </time>
          )}
        </dd>
      </div>
    </dl>
  );
}
