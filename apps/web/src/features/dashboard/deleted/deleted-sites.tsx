import type { EndedSite } from '@haru/contracts';
import { useState, type ReactNode } from 'react';
import { useListDeletedSitesInfiniteQuery, usePurgeSiteMutation } from '../../../api/sites/deleted-sites.js';
import { Button } from '../../../components/buttons/button.js';
import { RowList } from '../../../components/list/row-list.js';
import { useNotices } from '../../../components/notices/notices.js';
import { useNow } from '../../../components/hooks.js';
import { FormDialog } from '../../../forms/form-dialog.js';
import { useForm } from '../../../forms/use-form.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import { DeletedSite } from './deleted-site.js';
import styles from './deleted-sites.module.css';

interface DeletedSitesProps {
  account: string;
  onRestore: (site: EndedSite) => Promise<void>;
  children?: ReactNode;
}

const text = dashboardTexts.deletedSites;
const MINUTE_MS = 60_000;
const noValues = {};

export function DeletedSites({ account, onRestore, children }: DeletedSitesProps) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useListDeletedSitesInfiniteQuery({ account });
  const now = useNow(MINUTE_MS);
  const [purged, setPurged] = useState<EndedSite>();
  const sites = data?.pages.flatMap((page) => page.sites) ?? [];
  if (sites.length === 0) return data && children;
  return (
    <section aria-labelledby="deleted-sites" className={styles['section']} tabIndex={-1}>
      <h2 className={styles['heading']} id="deleted-sites">
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

interface PurgeDialogProps {
  site: EndedSite;
  onClose: () => void;
}

function PurgeDialog({ site, onClose }: PurgeDialogProps) {
  const { showToast } = useNotices();
  const [purgeSite] = usePurgeSiteMutation();
  const form = useForm({
    initial: noValues,
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
