import type { AuditEntry } from '@haru/contracts';
import { useListAuditInfiniteQuery } from '../../../api/admin/admin-accounts.js';
import { Row, RowCode, RowDetails, RowName } from '../../../components/list/row-list.js';
import { adminTexts } from '../../../texts/admin.js';
import { formatDateTime } from '../../../texts/formats.js';
import { useAdminAccount, PagedList } from '../paged-list.js';
import styles from '../admin.module.css';

const text = adminTexts.audit;

/** Lists what people with a role did, newest first. Nothing here can be changed. */
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
    <Row>
      <RowName>
        {entry.details['method'] === 'recovery_code' ? text.recoverySignIn : text.actions[entry.action]}
      </RowName>
      <RowDetails>
        <time dateTime={entry.at}>{formatDateTime(new Date(entry.at))}</time>
        <span>{actor === null ? withoutAccount(entry) : (actor.email ?? actor.id)}</span>
        <span>
          {text.subjects[subject.kind]} <RowCode>{subject.id}</RowCode>
        </span>
        {typeof path === 'string' && <RowCode>/share/{path}</RowCode>}
      </RowDetails>
      {entry.reason !== null && (
        <p className={styles['written']}>
          {text.reason}
          {entry.reason}
        </p>
      )}
    </Row>
  );
}

function withoutAccount({ details }: AuditEntry): string {
  return text.withoutAccount[String(details['by'])] ?? text.commandLine;
}
