import type { HourlyNumber, Numbers } from '@haru/contracts';
import { numbersRefresh, useGetNumbersQuery, useOpenQueuesMutation } from '../../../api/admin/admin.js';
import { adminTexts } from '../../../texts/admin.js';
import { formatCount, formatDateTime } from '../../../texts/formats.js';
import { useAdminAccount } from '../paged-list.js';
import { AttackMode } from './attack-mode.js';
import { CaseNumbersPart } from './case-numbers.js';
import { HourChart } from './hour-chart.js';
import styles from './numbers.module.css';
import { NumbersTable } from './numbers-table.js';
import { CallFailureNotice, LoadFailure } from '../../../components/notices/load-failure.js';
import { useState } from 'react';
import { Button } from '../../../components/buttons/button.js';
import { OpenIcon } from '../../../components/icons/action-icons.js';
import { QUEUES_PATH } from '../../../paths.js';

const text = adminTexts.numbers;

const hourlyTexts: Record<HourlyNumber, string> = {
  publishes: text.publishes,
  sign_ups: text.signUps,
  mails_sent: text.mails,
  mails_failed: text.failedMails,
  reports: text.reports,
  failures: text.failures,
};

const names = Object.keys(hourlyTexts) as HourlyNumber[];
const faults: ReadonlySet<HourlyNumber> = new Set(['mails_failed', 'failures']);

export function NumbersTab({ isAdmin }: { isAdmin: boolean }) {
  const { data, error, refetch } = useGetNumbersQuery({ account: useAdminAccount() }, numbersRefresh);
  if (data === undefined) {
    return error === undefined ? (
      <p role="status">{adminTexts.loading}</p>
    ) : (
      <LoadFailure error={error} onRetry={refetch} title={adminTexts.failed} />
    );
  }
  return (
    <>
      <Totals totals={data.totals} />
      <div className={styles['charts']}>
        {names.map((name) => (
          <HourChart
            bad={faults.has(name)}
            hours={data.hours.map((hour) => ({ hour: hour.hour, count: hour[name] }))}
            key={name}
            title={hourlyTexts[name]}
          />
        ))}
      </div>
      <NumbersTable
        columns={[text.hour, ...names.map((name) => hourlyTexts[name])]}
        label={text.label}
        summary={text.table}
      >
        {data.hours.toReversed().map((hour) => (
          <tr key={hour.hour}>
            <th scope="row">{formatDateTime(new Date(hour.hour))}</th>
            {names.map((name) => (
              <td key={name}>{formatCount(hour[name])}</td>
            ))}
          </tr>
        ))}
      </NumbersTable>
      <CaseNumbersPart />
      <AttackMode isAdmin={isAdmin} />
    </>
  );
}

function Totals({ totals }: { totals: Numbers['totals'] }) {
  const facts = [
    [text.live, totals.live_sites],
    [text.stopped, totals.stopped_sites],
    [text.likes, totals.likes],
  ] as const;
  return (
    <dl className={styles['totals']}>
      {facts.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The queues' own pages ask for a cookie, which is made from the token first. */
export function QueuesButton() {
  const [open, { isLoading }] = useOpenQueuesMutation();
  const [error, setError] = useState<unknown>();
  const go = async () => {
    const result = await open();
    setError(result.error);
    if (result.error === undefined) window.location.assign(QUEUES_PATH);
  };
  return (
    <>
      <Button iconLeft={<OpenIcon />} loading={isLoading} onClick={() => void go()} size="sm">
        {adminTexts.queues}
      </Button>
      <CallFailureNotice error={error} title={adminTexts.queuesFailed} />
    </>
  );
}
