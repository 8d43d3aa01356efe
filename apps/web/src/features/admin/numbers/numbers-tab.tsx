import type { HourlyNumber, Numbers } from '@haru/contracts';
import { numbersRefresh, useGetNumbersQuery } from '../../../api/admin/admin-numbers.js';
import { adminTexts } from '../../../texts/admin.js';
import { formatCount } from '../../../texts/formats.js';
import { useAdminAccount } from '../admin-account.js';
import { AttackMode } from './attack-mode.js';
import { CaseNumbersPart } from './case-numbers.js';
import { HourChart } from './hour-chart.js';
import { HourTable } from './hour-table.js';
import styles from './numbers.module.css';
import { LoadFailure } from '../../../components/notices/load-failure.js';

const text = adminTexts.numbers;

/** The numbers are shown in this order. */
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
      <AttackMode isAdmin={isAdmin} />
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
      <HourTable columns={hourlyTexts} hours={data.hours} names={names} />
      <CaseNumbersPart />
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
