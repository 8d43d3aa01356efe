import type { HourlyNumber, Numbers } from '@haru/contracts';
import { adminTexts } from '../../../texts/admin.js';
import { formatCount, formatDateTime } from '../../../texts/formats.js';
import styles from './numbers.module.css';

const text = adminTexts.numbers;

interface HourTableProps {
  names: readonly HourlyNumber[];
  columns: Readonly<Record<HourlyNumber, string>>;
  hours: Numbers['hours'];
}

/** Shows the numbers of the charts, newest first. */
export function HourTable({ names, columns, hours }: HourTableProps) {
  return (
    // The table is wider than a phone: with the focus on its summary the keyboard scrolls it too.
    <div className={styles['scroll']}>
      <details>
        <summary>{text.table}</summary>
        <table className={styles['table']}>
          <caption>{text.label}</caption>
          <thead>
            <tr>
              <th scope="col">{text.hour}</th>
              {names.map((name) => (
                <th key={name} scope="col">
                  {columns[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {hours.toReversed().map((hour) => (
              <tr key={hour.hour}>
                <th scope="row">{formatDateTime(new Date(hour.hour))}</th>
                {names.map((name) => (
                  <td key={name}>{formatCount(hour[name])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}
