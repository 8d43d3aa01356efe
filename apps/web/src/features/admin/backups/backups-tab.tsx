import type { BackupRun } from '@haru/contracts';
import { useListBackupRunsQuery, useRequestBackupMutation } from '../../../api/admin.js';
import { Badge } from '../../../components/badge.js';
import { Button } from '../../../components/buttons/button.js';
import { CopyLine } from '../../../components/sharing/copy-line.js';
import { RowCode, RowList } from '../../../components/list/row-list.js';
import { CallFailureNotice, LoadState } from '../../../components/notices/load-failure.js';
import { adminTexts } from '../../../texts/admin.js';
import { formatBytes, formatDateTime } from '../../../texts/formats.js';
import { AdminRow, useAdminAccount } from '../admin-list.js';
import styles from '../admin.module.css';

const text = adminTexts.backups;
const refresh = { pollingInterval: 2_000, skipPollingIfUnfocused: true } as const;

export function BackupsTab() {
  const { data: runs, error, refetch } = useListBackupRunsQuery({ account: useAdminAccount() }, refresh);
  const [request, { error: requestError }] = useRequestBackupMutation();
  if (runs === undefined) return <LoadState error={error} onRetry={refetch} title={adminTexts.failed} />;
  const isBusy = (kind: BackupRun['kind']) => runs.some((run) => run.kind === kind && run.finished_at === null);
  return (
    <div className={`stack-16 ${styles['parts']}`}>
      <div className="wrap-8 fill-phone">
        <Button loading={isBusy('backup')} onClick={() => void request('backup')} variant="primary">
          {text.take}
        </Button>
        {runs.some(({ kind, backup }) => kind === 'backup' && backup !== null) && (
          <Button loading={isBusy('verify')} onClick={() => void request('verify')}>
            {text.verify}
          </Button>
        )}
      </div>
      <CallFailureNotice error={requestError} title={text.failed} />
      {runs.length === 0 ? (
        <p className="box soft-md">{text.empty}</p>
      ) : (
        <RowList aria-label={text.label}>
          {runs.map((run) => (
            <RunFacts key={run.id} run={run} />
          ))}
        </RowList>
      )}
      <h2 className="subhead">{text.checking}</h2>
      <p className="soft-sm">{text.verifying}</p>
      <h2 className="subhead">{text.restore}</h2>
      <p className="soft-sm">{text.restoring}</p>
      <CopyLine line="npm run admin -- restore --backup latest" name={text.command} />
    </div>
  );
}

function RunFacts({ run }: { run: BackupRun }) {
  const state = stateOf(run);
  return (
    <AdminRow
      badges={<Badge tone={state === 'failed' ? 'bad' : undefined}>{text.states[state]}</Badge>}
      details={[
        <time dateTime={run.requested_at} key="at">
          {formatDateTime(new Date(run.requested_at))}
        </time>,
        run.backup !== null && <RowCode key="backup">{run.backup}</RowCode>,
      ]}
      title={text.kinds[run.kind]}
    >
      {state === 'running' && run.total_bytes > 0 && (
        <>
          <progress aria-label={text.kinds[run.kind]} max={run.total_bytes} value={run.done_bytes} />
          <p className="soft-xs">{text.progress(formatBytes(run.done_bytes), formatBytes(run.total_bytes))}</p>
        </>
      )}
      {run.error !== null && <p className="red-sm">{run.error}</p>}
    </AdminRow>
  );
}

function stateOf({ started_at: started, finished_at: finished, error }: BackupRun): keyof typeof text.states {
  if (finished !== null) return error === null ? 'done' : 'failed';
  return started === null ? 'waiting' : 'running';
}
