import { isPageRule, pageRules, type CaseNumbers } from '@haru/contracts';
import { useId } from 'react';
import { useGetCaseNumbersQuery } from '../../../api/admin-cases.js';
import { LoadState } from '../../../components/notices/load-failure.js';
import { adminCaseTexts } from '../../../texts/cases/admin-cases.js';
import { formatCount } from '../../../texts/formats.js';
import { useAdminAccount } from '../paged-list.js';
import styles from './numbers.module.css';
import { NumbersTable } from './numbers-table.js';

const text = adminCaseTexts.numbers;

export function CaseNumbersPart() {
  const { data, error, refetch } = useGetCaseNumbersQuery({ account: useAdminAccount() });
  const titleId = useId();
  if (data === undefined) return <LoadState error={error} onRetry={refetch} title={text.failed} />;
  const { all, upheld, restored } = data.objections;
  return (
    <section aria-labelledby={titleId} className={styles['cases']}>
      <h2 className={styles['name']} id={titleId}>
        {text.title}
      </h2>
      <KindTable kinds={data.kinds} />
      <p>
        {text.objections}：{text.objectionsText(all, upheld, restored)}
      </p>
      {data.rules.length > 0 && <RuleTable rules={data.rules} />}
    </section>
  );
}

function KindTable({ kinds }: Pick<CaseNumbers, 'kinds'>) {
  return (
    <NumbersTable
      columns={[text.kind, text.opened, text.waiting, text.stopped, text.dismissed, text.median, text.p95]}
      open
      summary={text.caption}
    >
      {kinds.map((row) => (
        <tr key={row.kind}>
          <th scope="row">{adminCaseTexts.kinds[row.kind]}</th>
          <td>{formatCount(row.opened)}</td>
          <td>{formatCount(row.waiting)}</td>
          <td>{formatCount(row.stopped)}</td>
          <td>{formatCount(row.dismissed)}</td>
          <td>{hoursText(row.median_hours)}</td>
          <td>{hoursText(row.p95_hours)}</td>
        </tr>
      ))}
    </NumbersTable>
  );
}

function RuleTable({ rules }: Pick<CaseNumbers, 'rules'>) {
  return (
    <NumbersTable columns={[text.rule, text.cases, text.falseAlarms]} open summary={text.rules}>
      {rules.map(({ rule, cases, false_alarms: falseAlarms }) => (
        <tr key={rule}>
          <th scope="row">{isPageRule(rule) ? pageRules[rule].ja : rule}</th>
          <td>{formatCount(cases)}</td>
          <td>{formatCount(falseAlarms)}</td>
        </tr>
      ))}
    </NumbersTable>
  );
}

const hoursText = (hours: number | null): string => (hours === null ? text.noHours : text.hours(hours));
