import { isPageRule, pageRules } from '@haru/contracts';
import { useId } from 'react';
import { useGetCaseNumbersQuery } from '../../../api/admin-cases.js';
import { DataTable } from '../../../components/list/data-table.js';
import { LoadState } from '../../../components/notices/load-failure.js';
import { adminCaseTexts } from '../../../texts/cases/admin-cases.js';
import { formatCount } from '../../../texts/formats.js';
import { useAdminAccount } from '../admin-list.js';
import styles from './numbers.module.css';

const text = adminCaseTexts.numbers;

export function CaseNumbersPart() {
  const { data, error, refetch } = useGetCaseNumbersQuery({ account: useAdminAccount() });
  const titleId = useId();
  if (data === undefined) return <LoadState error={error} onRetry={refetch} title={text.failed} />;
  const { all, upheld, restored } = data.objections;
  return (
    <section aria-labelledby={titleId} className="stack-8">
      <h2 className="subhead" id={titleId}>
        {text.title}
      </h2>
      <NumbersTable
        columns={[text.kind, text.opened, text.waiting, text.stopped, text.dismissed, text.median, text.p95]}
        open
        rows={data.kinds.map((row) => [
          adminCaseTexts.kinds[row.kind],
          ...[row.opened, row.waiting, row.stopped, row.dismissed].map(formatCount),
          ...[row.median_hours, row.p95_hours].map(hoursText),
        ])}
        summary={text.caption}
      />
      <p>
        {text.objections}：{text.objectionsText(all, upheld, restored)}
      </p>
      {data.rules.length > 0 && (
        <NumbersTable
          columns={[text.rule, text.cases, text.falseAlarms]}
          open
          rows={data.rules.map(({ rule, cases, false_alarms: falseAlarms }) => [
            isPageRule(rule) ? pageRules[rule].ja : rule,
            ...[cases, falseAlarms].map(formatCount),
          ])}
          summary={text.rules}
        />
      )}
    </section>
  );
}

const hoursText = (hours: number | null): string => (hours === null ? text.noHours : text.hours(hours));

interface NumbersTableProps {
  summary: string;
  label?: string;
  open?: boolean;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** The table is wider than a phone. While its summary has the focus, the keyboard can scroll it. */
export function NumbersTable({ summary, label = summary, open = false, columns, rows }: NumbersTableProps) {
  return (
    <div className={styles['scroll']}>
      <details className="disclosure" open={open}>
        <summary>{summary}</summary>
        <DataTable aria-label={label} className={styles['table']} head={columns} rows={rows} />
      </details>
    </div>
  );
}
