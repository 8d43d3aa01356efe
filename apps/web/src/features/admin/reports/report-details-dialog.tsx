import { reportStates, type ReportDetail, type ReportState } from '@haru/contracts';
import {
  useDecideFalseAlarmMutation,
  useGetReportQuery,
  useSetReportStateMutation,
} from '../../../api/admin/admin-reports.js';
import { Button } from '../../../components/buttons/button.js';
import { LinkButton } from '../../../components/buttons/link-button.js';
import { Modal } from '../../../components/dialog/modal.js';
import { SelectInput } from '../../../components/inputs/select-input.js';
import { adminTexts } from '../../../texts/admin.js';
import { formatDateTime } from '../../../texts/formats.js';
import { useAdminAccount } from '../paged-list.js';
import styles from '../admin.module.css';
import { CallFailureNotice, LoadFailure } from '../../../components/notices/load-failure.js';
import { ReportEntries } from './report-entries.js';

const text = adminTexts.reports;

interface ReportDetailsDialogProps {
  id: string;
  onAccount: (accountId: string) => void;
  onClose: () => void;
}

export function ReportDetailsDialog({ id, onAccount, onClose }: ReportDetailsDialogProps) {
  const { data: report, error, refetch } = useGetReportQuery({ account: useAdminAccount(), id });
  return (
    <Modal onClose={onClose} title={report?.title ?? adminTexts.loading} width="lg">
      {error !== undefined && <LoadFailure error={error} onRetry={refetch} title={adminTexts.failed} />}
      {report && (
        <div className="stack-16">
          <ReportFacts onAccount={onAccount} report={report} />
          <p className={styles['body']}>{report.description}</p>
          {report.content_hash !== null && <RefusedPageOf report={report} />}
          <StateChoice report={report} />
          <ReportEntries report={report} />
        </div>
      )}
    </Modal>
  );
}

/** The page is shown as text only. */
function RefusedPageOf({ report: { id, state, refused_page: page } }: { report: ReportDetail }) {
  const [decide, { error, isLoading }] = useDecideFalseAlarmMutation();
  if (state === 'closed') return <p className="soft-sm">{text.falseAlarm.decided}</p>;
  return (
    <>
      {page === null ? (
        <p className="soft-sm">{text.falseAlarm.noPage}</p>
      ) : (
        <label>
          {text.falseAlarm.page}
          <textarea className={styles['refusedPage']} readOnly rows={12} value={page} />
        </label>
      )}
      <div className="wrap-8">
        {page !== null && (
          <Button disabled={isLoading} onClick={() => void decide({ id, accepted: true })}>
            {text.falseAlarm.accept}
          </Button>
        )}
        <Button disabled={isLoading} onClick={() => void decide({ id, accepted: false })}>
          {text.falseAlarm.reject}
        </Button>
      </div>
      <CallFailureNotice error={error} title={text.saveFailed} />
    </>
  );
}

function StateChoice({ report }: { report: ReportDetail }) {
  const [setState, { error }] = useSetReportStateMutation();
  const options = Object.fromEntries(reportStates.map((state) => [state, text.states[state]])) as Record<
    ReportState,
    string
  >;
  return (
    <>
      <SelectInput
        chosen={report.state}
        label={text.state}
        onChoose={(state) => void setState({ id: report.id, state })}
        options={options}
      />
      <CallFailureNotice error={error} title={text.saveFailed} />
    </>
  );
}

function ReportFacts({ report, onAccount }: { report: ReportDetail; onAccount: (accountId: string) => void }) {
  const { account_id: accountId } = report;
  return (
    <dl className="facts">
      <dt>{text.type}</dt>
      <dd>{text.types[report.type]}</dd>
      <dt>{text.sent}</dt>
      <dd>{formatDateTime(new Date(report.created_at))}</dd>
      <dt>{text.from}</dt>
      <dd>{report.email ?? text.noAddress}</dd>
      {accountId !== null && (
        <>
          <dt>{text.account}</dt>
          <dd>
            <LinkButton onClick={() => onAccount(accountId)}>{accountId}</LinkButton>
          </dd>
        </>
      )}
      {/* It is text, not a link: the reporter can send any address. */}
      {report.page !== null && (
        <>
          <dt>{text.page}</dt>
          <dd>{report.page}</dd>
        </>
      )}
      {report.user_agent !== null && (
        <>
          <dt>{text.browser}</dt>
          <dd>{report.user_agent}</dd>
        </>
      )}
    </dl>
  );
}
