import { isExpired, isShownAsPermanent, type SiteOverview, type CaseKind } from '@haru/contracts';
import { useState } from 'react';
import { useOpenCaseMutation } from '../../../api/admin-cases.js';
import { useSearchSitesInfiniteQuery, useModerateSiteMutation } from '../../../api/admin.js';
import { useShareUrl } from '../../../api/sites/my-site.js';
import { Badge } from '../../../components/badge.js';
import { Button, LinkButton } from '../../../components/buttons/button.js';
import { SelectInput } from '../../../components/inputs/text-input.js';
import { RowDetails } from '../../../components/list/row-list.js';
import { useNotices } from '../../../components/notices/notices.js';
import { adminTexts } from '../../../texts/admin.js';
import { adminCaseTexts } from '../../../texts/cases/admin-cases.js';
import { formatDay } from '../../../texts/formats.js';
import { publishTexts } from '../../../texts/publish/publish.js';
import { concernsImages, SexualImages } from '../../cases/sexual-images.js';
import { AdminList, AdminRow, useFilter, useAdminAccount, useAdminTab, useIsAdmin } from '../admin-list.js';
import { ReasonDialog } from '../reason-dialog.js';

const text = adminTexts.sites;
const openText = adminCaseTexts.open;

export function SitesTab() {
  const { search } = useAdminTab();
  const [state, stateFilter] = useFilter(text.state, text.states, 'all');
  const [asked, setAsked] = useState<{ site: SiteOverview; Dialog: typeof OpenCaseDialog }>();
  const query = useSearchSitesInfiniteQuery({ account: useAdminAccount(), text: search, state });
  return (
    <>
      <AdminList filters={stateFilter} itemsOf={({ sites }) => sites} query={query} texts={text}>
        {(site) => (
          <SiteRow
            onCase={() => setAsked({ site, Dialog: OpenCaseDialog })}
            onModerate={() => setAsked({ site, Dialog: ModerationDialog })}
            site={site}
          />
        )}
      </AdminList>
      {asked && <asked.Dialog onClose={() => setAsked(undefined)} site={asked.site} />}
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
  const isOwn = site.user_id === useAdminAccount();
  const stopped = site.stopped_at !== null;
  return (
    <AdminRow
      actions={
        <>
          {!site.is_deleted && <OpenActions onCase={onCase} site={site} />}
          <Button onClick={onModerate} size="sm">
            {offerOf(site).submit}
          </Button>
        </>
      }
      badges={
        <>
          {(stopped || !site.is_deleted) && <StateBadge site={site} />}
          {site.is_deleted && <Badge>{text.deleted}</Badge>}
        </>
      }
      code={publishTexts.prefixes[site.visibility === 'password' ? 'password' : 'public'] + site.path}
      details={[
        `${text.created} ${formatDay(new Date(site.created_at))}`,
        `${text.expires} ${expiryText(new Date(site.expires_at))}`,
        site.noindex && text.noindex,
        <LinkButton key="account" onClick={() => show('sites', site.user_id)}>
          {text.account}
        </LinkButton>,
      ]}
      title={site.title || text.titleOfClosed}
    >
      {site.is_deleted && <RowDetails>{stopped ? text.deletedStoppedNote : text.deletedNote}</RowDetails>}
      {isOwn && <RowDetails>{text.own}</RowDetails>}
      {stopped && (
        <p className="red-sm">
          {text.stoppedBecause}
          {site.stopped_reason}
          {site.stopped_source === 'ban' && `（${text.byBan}）`}
        </p>
      )}
    </AdminRow>
  );
}

/** The page is a stranger's: it must not learn where it was opened from. */
function OpenActions({ site, onCase }: Omit<SiteRowProps, 'onModerate'>) {
  return (
    <>
      <a className="touch-link" href={useShareUrl()(site)} rel="noopener noreferrer" target="_blank">
        {text.open}
      </a>
      <Button onClick={onCase} size="sm">
        {openText.action}
      </Button>
    </>
  );
}

function expiryText(expiresAt: Date): string {
  return isShownAsPermanent(expiresAt, new Date()) ? text.permanent : formatDay(expiresAt);
}

function StateBadge({ site }: { site: SiteOverview }) {
  if (site.stopped_at !== null) return <Badge tone="bad">{text.states.stopped}</Badge>;
  const over = !site.is_active || isExpired(new Date(site.expires_at), new Date());
  return over ? <Badge>{text.states.expired}</Badge> : <Badge tone="good">{text.states.live}</Badge>;
}

/** A page can be stopped or restored, or its path freed where nothing else of it is left. */
function offerOf({ path, stopped_at: stoppedAt, is_deleted: isDeleted }: SiteOverview) {
  if (stoppedAt === null) {
    return { action: 'stop', submit: text.stop, title: text.stopTitle(path), done: text.stopped(path) } as const;
  }
  const action = 'restore' as const;
  return isDeleted
    ? { action, submit: text.release, title: text.releaseTitle(path), done: text.released(path) }
    : { action, submit: text.restore, title: text.restoreTitle(path), done: text.restored(path) };
}

interface SiteDialogProps {
  site: SiteOverview;
  onClose: () => void;
}

function ModerationDialog({ site, onClose }: SiteDialogProps) {
  const isAdmin = useIsAdmin();
  const { showNotice } = useNotices();
  const [moderate] = useModerateSiteMutation();
  const [everywhere, setEverywhere] = useState(false);
  const { action, submit, title, done } = offerOf(site);
  return (
    <ReasonDialog
      act={(reason) => moderate({ site: site.id, action, reason, everywhere: everywhere || undefined }).unwrap()}
      confirm={submit}
      danger={action === 'stop'}
      onClose={onClose}
      onDone={() => showNotice({ kind: 'done', text: done })}
      title={title}
    >
      <p>{site.title}</p>
      {site.is_deleted && action === 'restore' && <p>{text.releaseText}</p>}
      {isAdmin && action === 'stop' && (
        <label className="check">
          <input checked={everywhere} onChange={(event) => setEverywhere(event.target.checked)} type="checkbox" />
          {text.everywhere}
        </label>
      )}
    </ReasonDialog>
  );
}

function OpenCaseDialog({ site, onClose }: SiteDialogProps) {
  const { show } = useAdminTab();
  const [open] = useOpenCaseMutation();
  const [kind, setKind] = useState<CaseKind>('phishing');
  const [ofImages, setOfImages] = useState(false);
  const concerns = concernsImages(kind, ofImages);
  return (
    <ReasonDialog
      act={(reason) => open({ site: site.id, kind, reason, concerns_sexual_images: concerns || undefined }).unwrap()}
      confirm={openText.action}
      onClose={onClose}
      onDone={() => show('cases')}
      title={openText.title(site.path)}
    >
      <p>{site.title}</p>
      <SelectInput chosen={kind} label={openText.kind} onChoose={setKind} options={adminCaseTexts.kinds} />
      <SexualImages
        {...adminCaseTexts.images}
        checked={ofImages}
        kind={kind}
        onChange={(event) => setOfImages(event.target.checked)}
      />
    </ReasonDialog>
  );
}
