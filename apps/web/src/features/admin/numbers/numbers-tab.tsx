import type { HourlyNumber, Numbers } from '@haru/contracts';
import {
  numbersRefresh,
  useGetNumbersQuery,
  useOpenQueuesMutation,
  useGetAttackModeQuery,
  useSetAttackModeMutation,
} from '../../../api/admin.js';
import { adminTexts, formatHour } from '../../../texts/admin.js';
import { formatCount, formatDateTime } from '../../../texts/formats.js';
import { useAdminAccount, useIsAdmin } from '../admin-list.js';
import { CaseNumbersPart, NumbersTable } from './case-numbers.js';
import styles from './numbers.module.css';
import { LoadState } from '../../../components/notices/load-failure.js';
import { useState, useId } from 'react';
import { Button } from '../../../components/buttons/button.js';
import { OpenIcon } from '../../../components/icons/action-icons.js';
import { QUEUES_PATH } from '../../../paths.js';
import { Badge } from '../../../components/badge.js';
import { useNotices } from '../../../components/notices/notices.js';
import { ActionButton, useAction } from '../../../forms/action.js';
import { ReasonDialog } from '../reason-dialog.js';

const text = adminTexts.numbers;

const names = Object.keys(text.hourly) as HourlyNumber[];
const faults: ReadonlySet<HourlyNumber> = new Set(['mails_failed', 'failures']);

export function NumbersTab() {
  const { data, error, refetch } = useGetNumbersQuery({ account: useAdminAccount() }, numbersRefresh);
  if (data === undefined) return <LoadState error={error} onRetry={refetch} title={adminTexts.failed} />;
  return (
    <div className="stack-16">
      <AttackMode />
      <Totals totals={data.totals} />
      <div className={`stack-16 ${styles['charts']}`}>
        {names.map((name) => (
          <HourChart
            bad={faults.has(name)}
            hours={data.hours.map((hour) => ({ hour: hour.hour, count: hour[name] }))}
            key={name}
            title={text.hourly[name]}
          />
        ))}
      </div>
      <NumbersTable
        columns={[text.hour, ...names.map((name) => text.hourly[name])]}
        label={text.label}
        rows={data.hours
          .toReversed()
          .map((hour) => [formatHour(new Date(hour.hour)), ...names.map((name) => formatCount(hour[name]))])}
        summary={text.table}
      />
      <CaseNumbersPart />
    </div>
  );
}

function Totals({ totals }: { totals: Numbers['totals'] }) {
  const facts = [
    [text.live, totals.live_sites],
    [text.stopped, totals.stopped_sites],
    [text.likes, totals.likes],
  ] as const;
  return (
    <dl className={`stack-16 ${styles['totals']}`}>
      {facts.map(([name, count]) => (
        <div className="box" key={name}>
          <dt className="soft-xs">{name}</dt>
          <dd>{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The queues' own pages ask for a cookie, which is made from the token first. */
export function QueuesButton() {
  const [open] = useOpenQueuesMutation();
  const opening = useAction(
    async () => {
      await open().unwrap();
      window.location.assign(QUEUES_PATH);
    },
    { failed: adminTexts.queuesFailed },
  );
  return (
    <ActionButton action={opening} iconLeft={<OpenIcon />} size="sm">
      {adminTexts.queues}
    </ActionButton>
  );
}

const attackText = adminTexts.attackMode;

/** Switched on, every call without a registered account needs a proof of work. */
function AttackMode() {
  const isAdmin = useIsAdmin();
  const { data, error, refetch } = useGetAttackModeQuery({ account: useAdminAccount() }, numbersRefresh);
  const [isAsked, setAsked] = useState(false);
  if (data === undefined) return <LoadState error={error} onRetry={refetch} title={adminTexts.failed} />;
  return (
    <section aria-label={attackText.label} className="box between">
      <div className={styles['mode']}>
        <h2 className="subhead wrap-8">
          {attackText.label} <Badge>{data.on ? attackText.on : attackText.off}</Badge>
        </h2>
        <p className="soft-xs">
          {data.since === null ? attackText.effect : attackText.since(formatDateTime(new Date(data.since)))}
        </p>
      </div>
      {isAdmin && (
        <Button onClick={() => setAsked(true)}>{data.on ? attackText.switchOff : attackText.switchOn}</Button>
      )}
      {isAsked && <SwitchDialog isOn={data.on} onClose={() => setAsked(false)} />}
    </section>
  );
}

function SwitchDialog({ isOn, onClose }: { isOn: boolean; onClose: () => void }) {
  const [setMode] = useSetAttackModeMutation();
  const { showToast } = useNotices();
  return (
    <ReasonDialog
      act={(reason) => setMode({ on: !isOn, reason }).unwrap()}
      confirm={isOn ? attackText.switchOff : attackText.switchOn}
      onClose={onClose}
      onDone={() => showToast(isOn ? attackText.switchedOff : attackText.switchedOn)}
      title={isOn ? attackText.offTitle : attackText.onTitle}
    >
      <p>{attackText.effect}</p>
    </ReasonDialog>
  );
}

interface HourChartProps {
  title: string;
  hours: readonly { hour: string; count: number }[];
  bad: boolean;
}

const HOURS_PER_NAME = 12;

/** Draws one number by hour. Screen readers find the same numbers in the table below. */
function HourChart({ title, hours, bad }: HourChartProps) {
  const titleId = useId();
  const sum = hours.reduce((total, { count }) => total + count, 0);
  const top = Math.max(1, ...hours.map(({ count }) => count));
  return (
    <section aria-labelledby={titleId} className="box shrinks">
      <h2 className="subhead" id={titleId}>
        {title}
      </h2>
      <p className="soft-xs">{text.sum(sum === 0 ? text.none : formatCount(sum))}</p>
      {sum > 0 && (
        <div aria-hidden="true" className={styles['chart']}>
          <div className={styles['counts']}>
            <span>{formatCount(top)}</span>
            <span>0</span>
          </div>
          <svg className={styles['bars']} preserveAspectRatio="none" viewBox={`0 0 ${hours.length} ${top}`}>
            {hours.map(({ hour, count }, at) => (
              <g className={bad ? styles['bad'] : styles['good']} key={hour}>
                <title>{`${formatHour(new Date(hour))}: ${formatCount(count)}`}</title>
                <rect className={styles['hour']} height={top} width={1} x={at} />
                <rect height={count} width={0.8} x={at + 0.1} y={top - count} />
              </g>
            ))}
          </svg>
          <div className={styles['hours']}>
            {hours
              .filter((_hour, at) => (at + 1) % HOURS_PER_NAME === 0)
              .map(({ hour }) => (
                <span className="grow" key={hour}>
                  {formatHour(new Date(hour))}
                </span>
              ))}
          </div>
        </div>
      )}
    </section>
  );
}
