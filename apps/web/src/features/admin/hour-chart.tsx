import { useId } from 'react';
import { Bar, BarChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { adminTexts, formatHour } from '../../texts/admin.js';
import { formatCount } from '../../texts/ja.js';
import styles from './numbers.module.css';

const text = adminTexts.numbers;

interface HourChartProps {
  title: string;
  hours: readonly { hour: string; count: number }[];
  /** More of it is worse. */
  bad: boolean;
}

const axis = { fill: 'var(--soft-ink)', fontSize: 12 };
const tooltip = { background: 'var(--card)', border: '1px solid var(--line)', borderRadius: 8, color: 'var(--ink)' };

/** One number over the hours. A picture: who cannot see it finds the same in the table below. */
export function HourChart({ title, hours, bad }: HourChartProps) {
  const titleId = useId();
  const sum = hours.reduce((total, { count }) => total + count, 0);
  const data = hours.map(({ hour, count }) => ({ hour: formatHour(new Date(hour)), [title]: count }));
  return (
    <section aria-labelledby={titleId} className={styles['card']}>
      <h2 className={styles['name']} id={titleId}>
        {title}
      </h2>
      <p className={styles['sum']}>{text.sum(formatCount(sum))}</p>
      <div aria-hidden="true" className={styles['picture']}>
        <ResponsiveContainer height="100%" width="100%">
          <BarChart accessibilityLayer={false} data={data} margin={{ top: 8, right: 0, bottom: 0, left: 0 }}>
            <XAxis axisLine={{ stroke: 'var(--line)' }} dataKey="hour" interval={11} tick={axis} tickLine={false} />
            <YAxis allowDecimals={false} axisLine={false} interval={0} tick={axis} tickLine={false} width={36} />
            <Tooltip contentStyle={tooltip} cursor={{ fill: 'var(--haru-tint)' }} isAnimationActive={false} />
            <Bar dataKey={title} fill={bad ? 'var(--red)' : 'var(--haru)'} isAnimationActive={false} />
          </BarChart>
        </ResponsiveContainer>
      </div>
    </section>
  );
}
