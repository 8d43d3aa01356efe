import type { CheckOutcome, Safety } from '@haru/contracts';
import { Button } from '../../components/buttons/button.js';
import { Loading } from '../../components/loading/loaded-part.js';
import { ErrorNotice } from '../../components/notices/notice.js';
import { formatCount } from '../../texts/formats.js';
import { safetyTexts } from '../../texts/safety.js';
import styles from './safety-page.module.css';

const text = safetyTexts.counts;
const outcomes = Object.keys(text.outcomes) as CheckOutcome[];

interface CheckFiguresProps {
  safety: Safety | undefined;
  hasFailed: boolean;
  onRetry: () => void;
}

/** Shows the counts of each outcome by year. */
export function CheckFigures({ safety, hasFailed, onRetry }: CheckFiguresProps) {
  if (hasFailed) {
    return (
      <>
        <ErrorNotice>{text.failed}</ErrorNotice>
        <Button onClick={onRetry}>{text.retry}</Button>
      </>
    );
  }
  if (!safety) return <Loading />;
  return (
    <>
      <p>
        {text.text} {safetyTexts.rules.version(safety.rules_version)}
      </p>
      {safety.years.length === 0 ? <p>{text.none}</p> : <YearTable years={safety.years} />}
    </>
  );
}

function YearTable({ years }: Pick<Safety, 'years'>) {
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">{text.year}</th>
          {outcomes.map((outcome) => (
            <th key={outcome} scope="col">
              {text.outcomes[outcome]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {years.map((row) => (
          <tr key={row.year}>
            <th scope="row">{row.year}</th>
            {outcomes.map((outcome) => (
              <td key={outcome}>{formatCount(row[outcome])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
