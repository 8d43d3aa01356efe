import { useId } from 'react';
import { adminTexts, formatHour } from '../../../texts/admin.js';
import { formatCount } from '../../../texts/formats.js';
import styles from './numbers.module.css';

const text = adminTexts.numbers;

interface HourChartProps {
  title: string;
  hours: readonly { hour: string; count: number }[];
  bad: boolean;
}

/** One bar in so many has its hour written below. */
const HOURS_PER_NAME = 12;

/** Draws one number by hour. Screen readers find the same numbers in the table below. */
export function HourChart({ title, hours, bad }: HourChartProps) {
  const titleId = useId();
  const sum = hours.reduce((total, { count }) => total + count, 0);
  const top = Math.max(1, ...hours.map(({ count }) => count));
  return (
    <section aria-labelledby={titleId} className={styles['card']}>
      <h2 className={styles['name']} id={titleId}>
        {title}
      </h2>
      <p className="soft-xs">{text.sum(formatCount(sum))}</p>
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
            .filter((_hour, at) => at % HOURS_PER_NAME === 0)
            .map(({ hour }) => (
              <span key={hour}>{formatHour(new Date(hour))}</span>
            ))}
        </div>
      </div>
    </section>
  );
}
