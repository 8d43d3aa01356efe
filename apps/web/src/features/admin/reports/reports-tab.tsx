import { type ReportSummary, reportStates, type ReportDetail, type ReportState } from '@haru/contracts';
import { useState } from 'react';
import {
  useGetNumbersQuery,
  useListReportsInfiniteQuery,
  type ReportSearch,
  useDecideFalseAlarmMutation,
  useGetReportQuery,
  useSetReportStateMutation,
} from '../../../api/admin.js';
import { Button, LinkButton } from '../../../components/buttons/button.js';
import { SelectInput } from '../../../components/inputs/select-input.js';
import { Row, RowDetails, RowName } from '../../../components/list/row-list.js';
import { adminTexts } from '../../../texts/admin.js';
import { formatCount, formatDateTime } from '../../../texts/formats.js';
import { useAdminAccount, PagedList } from '../paged-list.js';
import { useAdminTab } from '../admin-tab.js';
import styles from '../admin.module.css';
import { Badge } from '../../../components/badge.js';
import { SearchField } from '../search-field.js';
import { Modal } from '../../../components/dialog/modal.js';
import { CallFailureNotice, LoadFailure } from '../../../components/notices/load-failure.js';
import { ReportEntries } from './report-entries.js';

const text = adminTexts.reports;
const states = { all: text.all, ...text.states };
const types = { all: text.all, ...text.types };

export function ReportsTab() {
  const { search } = useAdminTab();
  const [state, setState] = useState<ReportSearch['state']>('all');
  const [type, setType] = useState<ReportSearch['type']>('all');
  const [openedId, setOpenedId] = useState<string>();
  const account = useAdminAccount();
  const query = useListReportsInfiniteQuery({ account, search, state, type });
  const { data: numbers } = useGetNumbersQuery({ account });
  return (
    <>
      <SearchField label={text.search} placeholder={text.placeholder}>
        <SelectInput
          className={styles['choice']}
          chosen={state}
          label={text.state}
          onChoose={setState}
          options={states}
        />
        <SelectInput className={styles['choice']} chosen={type} label={text.type} onChoose={setType} options={types} />
      </SearchField>
      {numbers && <p className="soft-sm">{text.likes(formatCount(numbers.totals.likes))}</p>}
      <PagedList itemsOf={({ reports }) => reports} keyOf={({ id }) => id} label={text.label} query={query}>
        {(report) => <ReportRow onOpen={() => setOpenedId(report.id)} report={report} />}
      </PagedList>
      {openedId !== undefined && <ReportDetailsDialog id={openedId} onClose={() => setOpenedId(undefined)} />}
    </>
  );
}

function ReportRow({ report, onOpen }: { report: ReportSummary; onOpen: () => void }) {
  return (
    <Row>
      <RowName>
        <LinkButton onClick={onOpen}>{report.title}</LinkButton>
        <Badge tone={report.state === 'new' ? 'soon' : undefined}>{text.states[report.state]}</Badge>
      </RowName>
      <RowDetails>
        <span>{text.types[report.type]}</span>
        <span>
          {text.sent} {formatDateTime(new Date(report.created_at))}
        </span>
        {!report.answerable && <span>{text.noAddress}</span>}
      </RowDetails>
    </Row>
  );
}

function ReportDetailsDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: report, error, refetch } = useGetReportQuery({ account: useAdminAccount(), id });
  return (
    <Modal onClose={onClose} title={report?.title ?? adminTexts.loading} width="lg">
      {error !== undefined && <LoadFailure error={error} onRetry={refetch} title={adminTexts.failed} />}
      {report && (
        <div className="stack-16">
          <ReportFacts report={report} />
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

function ReportFacts({ report }: { report: ReportDetail }) {
  const { show } = useAdminTab();
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
            <LinkButton onClick={() => show('accounts', accountId)}>{accountId}</LinkButton>
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
