import { reportStates, type ReportDetail, type ReportState } from '@haru/contracts';
import { useGetReportQuery, useSetReportStateMutation } from '../../../api/admin/admin-reports.js';
import { callFailureOf } from '../../../http/call.js';
import { failureText } from '../../../http/failure-text.js';
import { Modal } from '../../../components/dialog/modal.js';
import { ErrorNotice } from '../../../components/notices/notice.js';
import { SelectInput } from '../../../components/inputs/select-input.js';
import { adminTexts } from '../../../texts/admin.js';
import { formatDateTime } from '../../../texts/formats.js';
import { useAdminAccount } from '../paged-list.js';
import styles from '../admin.module.css';
import { LoadFailure } from '../../../components/notices/load-failure.js';
import { ReportEntries } from './report-entries.js';

const text = adminTexts.reports;

interface ReportDialogProps {
  id: string;
  onAccount: (accountId: string) => void;
  onClose: () => void;
}

/** Shows one report with all its data, and the actions on it. */
export function ReportDialog({ id, onAccount, onClose }: ReportDialogProps) {
  const { data: report, error, refetch } = useGetReportQuery({ account: useAdminAccount(), id });
  return (
    <Modal onClose={onClose} title={report?.title ?? adminTexts.loading} width="lg">
      {error !== undefined && <LoadFailure error={error} onRetry={refetch} title={adminTexts.failed} />}
      {report && (
        <div className="stack-16">
          <ReportFacts onAccount={onAccount} report={report} />
          <p className={styles['body']}>{report.description}</p>
          <StateChoice report={report} />
          <ReportEntries report={report} />
        </div>
      )}
    </Modal>
  );
}

function StateChoice({ report }: { report: ReportDetail }) {
  const [setState, { error }] = useSetReportStateMutation();
  const failure = callFailureOf(error);
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
      {failure && <ErrorNotice title={text.saveFailed}>{failureText(failure)}</ErrorNotice>}
    </>
  );
}

function ReportFacts({ report, onAccount }: { report: ReportDetail; onAccount: (accountId: string) => void }) {
  const { account_id: accountId } = report;
  return (
    <dl className={styles['facts']}>
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
            <button className={styles['link']} onClick={() => onAccount(accountId)} type="button">
              {accountId}
            </button>
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
