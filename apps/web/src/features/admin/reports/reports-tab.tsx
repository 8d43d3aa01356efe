import { limits, type ReportDetail, type ReportSummary, type ReportEntry } from '@haru/contracts';
import { useState } from 'react';
import {
  useDecideFalseAlarmMutation,
  useGetReportQuery,
  useListReportsInfiniteQuery,
  useSetReportStateMutation,
  useWriteAboutReportMutation,
  type ReportText,
} from '../../../api/admin.js';
import { Badge } from '../../../components/badge.js';
import { Button, LinkButton } from '../../../components/buttons/button.js';
import { Modal } from '../../../components/dialog/modal.js';
import { SelectInput, TextArea } from '../../../components/inputs/text-input.js';
import { Facts } from '../../../components/list/facts.js';
import { Row, RowDetails, RowList } from '../../../components/list/row-list.js';
import { CallFailureNotice, LoadFailure } from '../../../components/notices/load-failure.js';
import { Form } from '../../../forms/form.js';
import { useForm } from '../../../forms/use-form.js';
import { adminTexts } from '../../../texts/admin.js';
import { formatDateTime } from '../../../texts/formats.js';
import { texts } from '../../../texts/ja.js';
import { AdminList, AdminRow, useFilter, useAdminAccount, useAdminTab } from '../admin-list.js';

const text = adminTexts.reports;
const states = { all: text.all, ...text.states };
const types = { all: text.all, ...text.types };

export function ReportsTab() {
  const { search } = useAdminTab();
  const [state, stateFilter] = useFilter(text.state, states, 'all');
  const [type, typeFilter] = useFilter(text.type, types, 'all');
  const [openedId, setOpenedId] = useState<string>();
  const query = useListReportsInfiniteQuery({ account: useAdminAccount(), search, state, type });
  return (
    <>
      <AdminList filters={[stateFilter, typeFilter]} itemsOf={({ reports }) => reports} query={query} texts={text}>
        {(report) => <ReportRow onOpen={() => setOpenedId(report.id)} report={report} />}
      </AdminList>
      {openedId !== undefined && <ReportDetailsDialog id={openedId} onClose={() => setOpenedId(undefined)} />}
    </>
  );
}

function ReportRow({ report, onOpen }: { report: ReportSummary; onOpen: () => void }) {
  return (
    <AdminRow
      details={[
        <Badge key="state" tone={report.state === 'new' ? 'soon' : undefined}>
          {text.states[report.state]}
        </Badge>,
        text.types[report.type],
        `${text.sent} ${formatDateTime(new Date(report.created_at))}`,
        !report.answerable && text.noAddress,
      ]}
      title={
        <LinkButton className="press-area two-lines" onClick={onOpen}>
          {report.title}
        </LinkButton>
      }
    />
  );
}

function ReportDetailsDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: report, error, refetch } = useGetReportQuery({ account: useAdminAccount(), id });
  return (
    <Modal onClose={onClose} title={report?.title ?? texts.loading} width="lg">
      {error !== undefined && <LoadFailure error={error} onRetry={refetch} title={adminTexts.failed} />}
      {report && (
        <div className="stack-16">
          <ReportFacts report={report} />
          <p className="box written">{report.description}</p>
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
          <textarea className="code-box" readOnly rows={12} value={page} />
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
  return (
    <>
      <SelectInput
        chosen={report.state}
        label={text.state}
        onChoose={(state) => void setState({ id: report.id, state })}
        options={text.states}
      />
      <CallFailureNotice error={error} title={text.saveFailed} />
    </>
  );
}

function ReportFacts({ report }: { report: ReportDetail }) {
  const { show } = useAdminTab();
  const { account_id: accountId } = report;
  return (
    <Facts
      of={[
        [text.type, text.types[report.type]],
        [text.sent, formatDateTime(new Date(report.created_at))],
        [text.from, report.email ?? text.noAddress],
        [
          text.account,
          accountId && <LinkButton onClick={() => show('accounts', accountId)}>{text.showAccount}</LinkButton>,
        ],
        // It is text, not a link: the reporter can send any address.
        [text.page, report.page],
        [text.browser, report.user_agent],
      ]}
    />
  );
}

function ReportEntries({ report }: { report: ReportDetail }) {
  return (
    <>
      <h3 className="subhead">{text.entries}</h3>
      {report.entries.length === 0 ? (
        <RowDetails>{text.noEntries}</RowDetails>
      ) : (
        <RowList>
          {report.entries.map((entry) => (
            <Entry entry={entry} key={entry.id} />
          ))}
        </RowList>
      )}
      <Writing id={report.id} kind="notes" />
      {report.email !== null && <Writing id={report.id} kind="answers" />}
    </>
  );
}

function Entry({ entry }: { entry: ReportEntry }) {
  return (
    <Row>
      <RowDetails>
        <span>{text.kinds[entry.kind]}</span>
        <span>{formatDateTime(new Date(entry.created_at))}</span>
        {entry.kind === 'answer' && <span>{entry.mail === null ? text.mailing : text.mail[entry.mail]}</span>}
      </RowDetails>
      <p className="written">{entry.text}</p>
    </Row>
  );
}

function Writing({ id, kind }: Pick<ReportText, 'id' | 'kind'>) {
  const { label, submit, ...action } = text.writing[kind];
  const [write] = useWriteAboutReportMutation();
  const form = useForm({
    initial: { text: '' },
    send: async ({ text: written }) => {
      await write({ id, kind, text: written.trim() }).unwrap();
      form.reset();
    },
    action,
  });
  const { text: written } = form.values;
  return (
    <Form button={{ disabled: written.trim() === '', size: 'sm', variant: 'secondary' }} form={form} submit={submit}>
      <TextArea
        label={label}
        max={limits.reportEntryMaxLength}
        maxLength={limits.reportEntryMaxLength}
        {...form.fieldProps('text')}
      />
    </Form>
  );
}
