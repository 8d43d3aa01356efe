import { isExpired, type SiteOverview } from '@haru/contracts';
import { useState } from 'react';
import {
  useModerateSiteMutation,
  useSearchSitesInfiniteQuery,
  type Moderation,
  type SiteSearch,
} from '../../api/admin-sites.js';
import { useShareUrl } from '../../api/share-url.js';
import { Button, ButtonLink } from '../../components/buttons/button.js';
import { OpenIcon } from '../../components/icons.js';
import { SelectInput } from '../../components/inputs/select-input.js';
import { useNotices } from '../../components/notices/notices.js';
import { adminTexts } from '../../texts/admin.js';
import { formatDateTime } from '../../texts/formats.js';
import { useAdminAccount } from './admin-account.js';
import styles from './admin.module.css';
import { Badge } from '../../components/badge.js';
import { PagedList } from './paged-list.js';
import { ReasonDialog, useReasonForm } from './reason-dialog.js';
import { SearchField } from './search-field.js';

const text = adminTexts.sites;

interface SitesTabProps {
  /** What to look for first, and whenever it changes. */
  text: string;
  onSearch: (text: string) => void;
}

export function SitesTab({ text: searched, onSearch }: SitesTabProps) {
  const [state, setState] = useState<SiteSearch['state']>('all');
  const [asked, setAsked] = useState<SiteOverview>();
  const query = useSearchSitesInfiniteQuery({ account: useAdminAccount(), text: searched, state });
  return (
    <>
      <SearchField label={text.search} onSearch={onSearch} placeholder={text.placeholder} text={searched}>
        <SelectInput
          className={styles['choice']}
          chosen={state}
          label={text.state}
          onChoose={setState}
          options={text.states}
        />
      </SearchField>
      <PagedList itemsOf={({ sites }) => sites} keyOf={({ id }) => id} label={text.label} query={query}>
        {(site) => <SiteRow onAccount={onSearch} onModerate={() => setAsked(site)} site={site} />}
      </PagedList>
      {asked && <ModerationDialog onClose={() => setAsked(undefined)} site={asked} />}
    </>
  );
}

interface SiteRowProps {
  site: SiteOverview;
  onAccount: (accountId: string) => void;
  onModerate: () => void;
}

function SiteRow({ site, onAccount, onModerate }: SiteRowProps) {
  const urlOf = useShareUrl();
  const stopped = site.stopped_at !== null;
  return (
    <>
      <div className={styles['main']}>
        <p className={styles['name']}>
          {site.title}
          <StateBadge site={site} />
          {site.is_deleted && <Badge>{text.deleted}</Badge>}
        </p>
        <p className={styles['code']}>/share/{site.path}</p>
        <p className={styles['meta']}>
          <span>
            {text.created} {formatDateTime(new Date(site.created_at))}
          </span>
          <span>
            {text.expires} {formatDateTime(new Date(site.expires_at))}
          </span>
          {site.noindex && <span>{text.noindex}</span>}
          <button className={styles['link']} onClick={() => onAccount(site.user_id)} type="button">
            {text.account}
          </button>
        </p>
        {site.is_deleted && <p className={styles['meta']}>{text.deletedNote}</p>}
        {stopped && (
          <p className={styles['why']}>
            {text.stoppedBecause}
            {site.stopped_reason}
            {site.stopped_source === 'ban' && `（${text.byBan}）`}
          </p>
        )}
      </div>
      <div className={styles['actions']}>
        {!site.is_deleted && (
          // A stranger's page: it must learn nothing of where it was opened from.
          <ButtonLink
            href={urlOf(site.path)}
            iconLeft={<OpenIcon />}
            rel="noopener noreferrer"
            size="sm"
            target="_blank"
            variant="ghost"
          >
            {text.open}
          </ButtonLink>
        )}
        <Button onClick={onModerate} size="sm">
          {offerOf(site).submit}
        </Button>
      </div>
    </>
  );
}

function StateBadge({ site }: { site: SiteOverview }) {
  if (site.stopped_at !== null) return <Badge tone="bad">{text.states.stopped}</Badge>;
  const over = !site.is_active || isExpired(new Date(site.expires_at), new Date());
  return over ? <Badge>{text.states.expired}</Badge> : <Badge tone="good">{text.states.live}</Badge>;
}

interface OnOffer {
  action: Moderation['action'];
  submit: string;
  title: string;
  /** Shown afterwards. */
  done: string;
}

/** What can be done about a page: it is stopped, restored, or its path given back where nothing else is left of it. */
function offerOf({ path, stopped_at: stoppedAt, is_deleted: isDeleted }: SiteOverview): OnOffer {
  if (stoppedAt === null) {
    return { action: 'stop', submit: text.stop, title: text.stopTitle(path), done: text.stopped(path) };
  }
  return isDeleted
    ? { action: 'restore', submit: text.release, title: text.releaseTitle(path), done: text.released(path) }
    : { action: 'restore', submit: text.restore, title: text.restoreTitle(path), done: text.restored(path) };
}

function ModerationDialog({ site, onClose }: { site: SiteOverview; onClose: () => void }) {
  const { showNotice } = useNotices();
  const [moderate] = useModerateSiteMutation();
  const { action, submit, title, done } = offerOf(site);
  const form = useReasonForm(
    {},
    ({ reason }) => moderate({ site: site.id, action, reason }).unwrap(),
    () => {
      onClose();
      showNotice({ kind: 'done', text: done });
    },
  );
  return (
    <ReasonDialog confirm={submit} danger={action === 'stop'} form={form} onClose={onClose} title={title}>
      <p>{site.title}</p>
      {site.is_deleted && <p>{text.releaseText}</p>}
    </ReasonDialog>
  );
}
