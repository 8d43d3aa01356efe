import type { EndedSite } from '@haru/contracts';
import { useState, type ReactNode } from 'react';
import { useListDeletedSitesInfiniteQuery, usePurgeSiteMutation } from '../../../api/sites/deleted-sites.js';
import { Button } from '../../../components/buttons/button.js';
import { RowList, Row, RowCode, RowDetails, RowName } from '../../../components/list/row-list.js';
import { LoadFailure } from '../../../components/notices/load-failure.js';
import { useNotices } from '../../../components/notices/notices.js';
import { useNow } from '../../../components/hooks.js';
import { FormDialog } from '../../../forms/form.js';
import { useForm } from '../../../forms/use-form.js';
import { dashboardTexts, formatTimeLeft } from '../../../texts/sites/dashboard.js';
import { listFailureText } from '../../site/site-changes.js';
import styles from '../my-sites.module.css';
import { Badge } from '../../../components/badge.js';
import { formatDateTime } from '../../../texts/formats.js';

interface DeletedSitesProps {
  account: string;
  onRestore: (site: EndedSite) => Promise<void>;
  children?: ReactNode;
}

const text = dashboardTexts.deletedSites;

export function DeletedSites({ account, onRestore, children }: DeletedSitesProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useListDeletedSitesInfiniteQuery({
    account,
  });
  const now = useNow();
  const [purged, setPurged] = useState<EndedSite>();
  const sites = data?.pages.flatMap((page) => page.sites) ?? [];
  if (error && sites.length === 0) {
    return <LoadFailure error={error} onRetry={refetch} textOf={listFailureText} title={text.failed} />;
  }
  if (sites.length === 0) return data && children;
  return (
    <section aria-labelledby="deleted-sites" className={`stack-12 ${styles['deleted']}`} tabIndex={-1}>
      <h2 className="text-lg" id="deleted-sites">
        {text.title}
      </h2>
      <RowList>
        {sites.map((site) => (
          <DeletedSite
            key={site.id}
            now={now}
            onPurge={() => setPurged(site)}
            onRestore={() => onRestore(site)}
            site={site}
          />
        ))}
      </RowList>
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {dashboardTexts.more}
        </Button>
      )}
      {purged && <PurgeDialog onClose={() => setPurged(undefined)} site={purged} />}
    </section>
  );
}

function PurgeDialog({ site, onClose }: { site: EndedSite; onClose: () => void }) {
  const { showToast } = useNotices();
  const [purgeSite] = usePurgeSiteMutation();
  const form = useForm({
    initial: {},
    send: async () => {
      await purgeSite(site.id).unwrap();
      onClose();
      showToast(text.purged);
    },
    action: { failed: text.purgeFailed },
  });
  return (
    <FormDialog confirm={text.purge} danger form={form} onClose={onClose} title={text.purgeTitle} width="sm">
      <p>{text.purgeText(site.title)}</p>
    </FormDialog>
  );
}

interface DeletedSiteProps {
  site: EndedSite;
  now: Date;
  onRestore: () => Promise<void>;
  onPurge: () => void;
}

function DeletedSite({ site, now, onRestore, onPurge }: DeletedSiteProps) {
  const [working, setWorking] = useState(false);
  const nameId = `deleted-${site.id}`;
  const purgeAt = new Date(site.purge_at);
  // `now` is up to a minute old, so seven days could otherwise be shown as eight.
  const since = new Date(Math.max(now.getTime(), Date.parse(site.deleted_at ?? site.expires_at)));
  const restore = async () => {
    setWorking(true);
    await onRestore();
    setWorking(false);
  };
  const actions = (
    <>
      <Button aria-describedby={nameId} loading={working} onClick={() => void restore()} size="sm">
        {text.restore}
      </Button>
      <Button aria-describedby={nameId} disabled={working} onClick={onPurge} size="sm" variant="ghost">
        {text.purge}
      </Button>
    </>
  );
  return (
    <Row actions={actions} aria-labelledby={nameId}>
      <RowName>
        <span id={nameId}>{site.title}</span>
        <Badge>{text.states[site.state]}</Badge>
      </RowName>
      <RowDetails>
        <RowCode>/share/{site.path}</RowCode>
        <time dateTime={site.purge_at} title={formatDateTime(purgeAt)}>
          {text.purgedIn(formatTimeLeft(purgeAt, since))}
        </time>
      </RowDetails>
    </Row>
  );
}
