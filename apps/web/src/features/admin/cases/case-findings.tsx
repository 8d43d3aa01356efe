import { isPageRule, pageRules, type PageFinding } from '@haru/contracts';
import { useMemo } from 'react';
import { adminCaseTexts as text } from '../../../texts/cases/admin-cases.js';
import adminStyles from '../admin.module.css';
import { placeIn } from './case-place.js';
import styles from './cases.module.css';

interface CaseFindingsProps {
  findings: readonly PageFinding[];
  source: string | null;
}

/** Shows the rules that matched, each with its place marked in the source. */
export function CaseFindings({ findings, source }: CaseFindingsProps) {
  const lines = useMemo(() => source?.split('\n') ?? [], [source]);
  return (
    <section>
      <h3 className={adminStyles['subhead']}>{text.findings}</h3>
      {findings.length === 0 && <p className={styles['note']}>{text.noFindings}</p>}
      <ul className={styles['findings']}>
        {findings.map((finding) => (
          <li key={`${finding.rule} ${finding.line} ${finding.column}`}>
            <p>
              {isPageRule(finding.rule) ? pageRules[finding.rule].ja : finding.rule}
              <span className={styles['note']}>{text.place(finding.line, finding.column)}</span>
            </p>
            <MarkedPlace finding={finding} lines={lines} />
          </li>
        ))}
      </ul>
      {source !== null && (
        <details className={styles['details']}>
          <summary>{text.source}</summary>
          <textarea aria-label={text.source} className={styles['source']} readOnly rows={12} value={source} />
        </details>
      )}
    </section>
  );
}

function MarkedPlace({ finding, lines }: { finding: PageFinding; lines: readonly string[] }) {
  const { before, marked, after } = placeIn(lines, finding);
  return (
    <code className={styles['place']}>
      {before}
      <mark>{marked}</mark>
      {after}
    </code>
  );
}
