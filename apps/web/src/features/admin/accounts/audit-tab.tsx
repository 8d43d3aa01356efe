import type { AuditEntry } from '@haru/contracts';
import { useListAuditInfiniteQuery } from '../../../api/admin-accounts.js';
import { adminTexts } from '../../../texts/admin.js';
import { formatDateTime } from '../../../texts/formats.js';
import { useAdminAccount } from '../admin-account.js';
import styles from '../admin.module.css';
import { PagedList } from '../paged-list.js';

const text = adminTexts.audit;

/** What people with a role did, newest first. Nothing here can be changed. */
export function AuditTab() {
  const query = useListAuditInfiniteQuery({ account: useAdminAccount() });
  return (
    <PagedList itemsOf={({ entries }) => entries} keyOf={({ id }) => id} label={text.label} query={query}>
      {(entry) => <EntryFacts entry={entry} />}
    </PagedList>
  );
}

function EntryFacts({ entry }: { entry: AuditEntry }) {
  const { actor, subject } = entry;
  const path = entry.details['path'];
  return (
    <div className={styles['main']}>
      <p className={styles['name']}>{text.actions[entry.action]}</p>
      <p className={styles['meta']}>
        <time dateTime={entry.at}>{formatDateTime(new Date(entry.at))}</time>
        <span>{actor === null ? text.commandLine : (actor.email ?? actor.id)}</span>
        <span>
          {text.subjects[subject.kind]} <span className={styles['code']}>{subject.id}</span>
        </span>
        {typeof path === 'string' && <span className={styles['code']}>/share/{path}</span>}
      </p>
      {entry.reason !== null && (
        <p className={styles['written']}>
          {text.reason}
          {entry.reason}
        </p>
      )}
    </div>
  );
}
