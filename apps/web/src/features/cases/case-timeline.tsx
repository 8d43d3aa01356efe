import { useId } from 'react';
import type { CaseView } from '@haru/contracts';
import { casePageTexts as text } from '../../texts/cases/case-page.js';
import { formatDateTime } from '../../texts/formats.js';
import { stepText } from './case-state.js';
import styles from './case-view.module.css';

interface CaseTimelineProps {
  steps: CaseView['steps'];
  role?: CaseView['role'];
}

export function CaseTimeline({ steps, role }: CaseTimelineProps) {
  const titleId = useId();
  return (
    <section>
      <h2 className={styles['title']} id={titleId}>
        {text.timeline}
      </h2>
      <ol aria-labelledby={titleId} className={styles['steps']}>
        {steps.map(({ at, by, state, reason }) => (
          <li className={styles['step']} key={`${at} ${state} ${by}`}>
            <p className={styles['when']}>
              <time dateTime={at}>{formatDateTime(new Date(at))}</time>
              <span>{by === role ? text.you : text.parties[by]}</span>
            </p>
            <p className={styles['what']}>{stepText({ state, by })}</p>
            {reason !== null && <p className={styles['reason']}>{reason}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
