import { isExpired, type SiteOverview } from '@haru/contracts';
import { useState } from 'react';
import {
  useSearchSitesInfiniteQuery,
  type SiteSearch,
  useModerateSiteMutation,
  type Moderation,
} from '../../../api/admin.js';
import { useShareUrl } from '../../../api/sites/share-url.js';
import { Button, ButtonLink, LinkButton } from '../../../components/buttons/button.js';
import { OpenIcon } from '../../../components/icons/action-icons.js';
import { Row, RowCode, RowDetails, RowName } from '../../../components/list/row-list.js';
import { SelectInput } from '../../../components/inputs/select-input.js';
import { adminTexts } from '../../../texts/admin.js';
import { adminCaseTexts } from '../../../texts/cases/admin-cases.js';
import { formatDateTime } from '../../../texts/formats.js';
import { useAdminAccount, PagedList } from '../paged-list.js';
import styles from '../admin.module.css';
import { Badge } from '../../../components/badge.js';
import { OpenCaseDialog } from '../cases/open-case-dialog.js';
import { SearchField } from '../search-field.js';
import { useNotices } from '../../../components/notices/notices.js';
import { ReasonDialog, useReasonForm } from '../reason-dialog.js';

const text = adminTexts.sites;

interface SitesTabProps {
  text: string;
  isAdmin: boolean;
  onSearch: (text: string) => void;
  onCase: () => void;
}

export function SitesTab({ text: searched, isAdmin, onSearch, onCase }: SitesTabProps) {
  const [state, setState] = useState<SiteSearch['state']>('all');
  const [asked, setAsked] = useState<SiteOverview>();
  const [reported, setReported] = useState<SiteOverview>();
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
        {(site) => (
          <SiteRow
            onAccount={onSearch}
            onCase={() => setReported(site)}
            onModerate={() => setAsked(site)}
            site={site}
          />
        )}
      </PagedList>
      {reported && <OpenCaseDialog onClose={() => setReported(undefined)} onOpened={onCase} site={reported} />}
      {asked && <ModerationDialog isAdmin={isAdmin} onClose={() => setAsked(undefined)} site={asked} />}
    </>
  );
}

interface SiteRowProps {
  site: SiteOverview;
  onAccount: (accountId: string) => void;
  onCase: () => void;
  onModerate: () => void;
}

function SiteRow({ site, onAccount, onCase, onModerate }: SiteRowProps) {
  const urlOf = useShareUrl();
  const isOwn = site.user_id === useAdminAccount();
  const stopped = site.stopped_at !== null;
  const actions = (
    <>
      {!site.is_deleted && (
        // The page is a stranger's: it must not learn where it was opened from.
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
      {!site.is_deleted && (
        <Button onClick={onCase} size="sm">
          {adminCaseTexts.open.action}
        </Button>
      )}
      <Button onClick={onModerate} size="sm">
        {offerOf(site).submit}
      </Button>
    </>
  );
  return (
    <Row actions={actions}>
      <RowName>
        {site.title}
        {(stopped || !site.is_deleted) && <StateBadge site={site} />}
        {site.is_deleted && <Badge>{text.deleted}</Badge>}
      </RowName>
      <RowCode>/share/{site.path}</RowCode>
      <RowDetails>
        <span>
          {text.created} {formatDateTime(new Date(site.created_at))}
        </span>
        <span>
          {text.expires} {formatDateTime(new Date(site.expires_at))}
        </span>
        {site.noindex && <span>{text.noindex}</span>}
        <LinkButton onClick={() => onAccount(site.user_id)}>{text.account}</LinkButton>
      </RowDetails>
      {site.is_deleted && <RowDetails>{stopped ? text.deletedStoppedNote : text.deletedNote}</RowDetails>}
      {isOwn && <RowDetails>{text.own}</RowDetails>}
      {stopped && (
        <p className={styles['why']}>
          {text.stoppedBecause}
          {site.stopped_reason}
          {site.stopped_source === 'ban' && `（${text.byBan}）`}
        </p>
      )}
    </Row>
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
  done: string;
}

/** A page can be stopped or restored, or its path freed where nothing else of it is left. */
function offerOf({ path, stopped_at: stoppedAt, is_deleted: isDeleted }: SiteOverview): OnOffer {
  if (stoppedAt === null) {
    return { action: 'stop', submit: text.stop, title: text.stopTitle(path), done: text.stopped(path) };
  }
  return isDeleted
    ? { action: 'restore', submit: text.release, title: text.releaseTitle(path), done: text.released(path) }
    : { action: 'restore', submit: text.restore, title: text.restoreTitle(path), done: text.restored(path) };
}

interface ModerationDialogProps {
  site: SiteOverview;
  isAdmin: boolean;
  onClose: () => void;
}

function ModerationDialog({ site, isAdmin, onClose }: ModerationDialogProps) {
  const { showNotice } = useNotices();
  const [moderate] = useModerateSiteMutation();
  const { action, submit, title, done } = offerOf(site);
  const form = useReasonForm(
    { everywhere: false },
    ({ reason, everywhere }) =>
      moderate({ site: site.id, action, reason, everywhere: everywhere || undefined }).unwrap(),
    () => {
      onClose();
      showNotice({ kind: 'done', text: done });
    },
  );
  return (
    <ReasonDialog confirm={submit} danger={action === 'stop'} form={form} onClose={onClose} title={title}>
      <p>{site.title}</p>
      {site.is_deleted && action === 'restore' && <p>{text.releaseText}</p>}
      {isAdmin && action === 'stop' && (
        <label className="check">
          <input {...form.checkProps('everywhere')} type="checkbox" />
          {text.everywhere}
        </label>
      )}
    </ReasonDialog>
  );
}
