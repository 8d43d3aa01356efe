import { limits, type ReportDetail, type ReportEntry } from '@haru/contracts';
import { useWriteAboutReportMutation, type ReportText } from '../../../api/admin.js';
import { TextArea } from '../../../components/inputs/text-area.js';
import { Row, RowDetails, RowList } from '../../../components/list/row-list.js';
import { Form } from '../../../forms/form.js';
import { useForm } from '../../../forms/use-form.js';
import { adminTexts } from '../../../texts/admin.js';
import { formatDateTime } from '../../../texts/formats.js';

const text = adminTexts.reports;

export function ReportEntries({ report }: { report: ReportDetail }) {
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
