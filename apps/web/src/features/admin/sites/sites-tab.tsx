import { isExpired, type SiteOverview, type CaseKind } from '@haru/contracts';
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
import { useAdminTab, useIsAdmin } from '../admin-tab.js';
import styles from '../admin.module.css';
import { Badge } from '../../../components/badge.js';
import { SearchField } from '../search-field.js';
import { useNotices } from '../../../components/notices/notices.js';
import { ReasonDialog, useReasonForm } from '../reason-dialog.js';
import { useOpenCaseMutation } from '../../../api/admin-cases.js';
import { concernsImages, SexualImages } from '../../cases/sexual-images.js';

const text = adminTexts.sites;

export function SitesTab() {
  const { search, show } = useAdminTab();
  const [state, setState] = useState<SiteSearch['state']>('all');
  const [asked, setAsked] = useState<SiteOverview>();
  const [reported, setReported] = useState<SiteOverview>();
  const query = useSearchSitesInfiniteQuery({ account: useAdminAccount(), text: search, state });
  return (
    <>
      <SearchField label={text.search} placeholder={text.placeholder}>
        <SelectInput
          className={styles['choice']}
          chosen={state}
          label={text.state}
          onChoose={setState}
          options={text.states}
        />
      </SearchField>
      <PagedList itemsOf={({ sites }) => sites} keyOf={({ id }) => id} label={text.label} query={query}>
        {(site) => <SiteRow onCase={() => setReported(site)} onModerate={() => setAsked(site)} site={site} />}
      </PagedList>
      {reported && (
        <OpenCaseDialog onClose={() => setReported(undefined)} onOpened={() => show('cases')} site={reported} />
      )}
      {asked && <ModerationDialog onClose={() => setAsked(undefined)} site={asked} />}
    </>
  );
}

interface SiteRowProps {
  site: SiteOverview;
  onCase: () => void;
  onModerate: () => void;
}

function SiteRow({ site, onCase, onModerate }: SiteRowProps) {
  const { show } = useAdminTab();
  const urlOf = useShareUrl();
  const isOwn = site.user_id === useAdminAccount();
  const stopped = site.stopped_at !== null;
  const actions = (
    <>
      {!site.is_deleted && (
        // The page is a stranger's: it must not learn where it was opened from.
        <ButtonLink
          href={urlOf(site)}
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
        {site.title || text.titleOfClosed}
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
        <LinkButton onClick={() => show('sites', site.user_id)}>{text.account}</LinkButton>
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

function ModerationDialog({ site, onClose }: { site: SiteOverview; onClose: () => void }) {
  const isAdmin = useIsAdmin();
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

const openText = adminCaseTexts.open;
const initial: { kind: CaseKind; sexualImages: boolean } = { kind: 'phishing', sexualImages: false };

interface OpenCaseDialogProps {
  site: Pick<SiteOverview, 'id' | 'path' | 'title'>;
  onClose: () => void;
  onOpened: () => void;
}

function OpenCaseDialog({ site, onClose, onOpened }: OpenCaseDialogProps) {
  const [open] = useOpenCaseMutation();
  const form = useReasonForm(
    initial,
    ({ kind, sexualImages, reason }) =>
      open({ site: site.id, kind, reason, concernsSexualImages: concernsImages(kind, sexualImages) }).unwrap(),
    () => {
      onClose();
      onOpened();
    },
  );
  return (
    <ReasonDialog confirm={openText.submit} form={form} onClose={onClose} title={openText.title(site.path)}>
      <p>{site.title}</p>
      <SelectInput label={openText.kind} options={adminCaseTexts.kinds} {...form.selectProps('kind')} />
      <SexualImages {...adminCaseTexts.images} {...form.checkProps('sexualImages')} kind={form.values.kind} />
    </ReasonDialog>
  );
}
