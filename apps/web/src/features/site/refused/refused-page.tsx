import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/buttons/button.js';
import { WarningIcon } from '../../../components/icons/icons.js';
import { requiredPart } from '../../../components/loading/loaded-part.js';
import type { PageFindings } from '../../../http/failure.js';
import { screens } from '../../../paths.js';
import { refusedTexts as text } from '../../../texts/sites/refused.js';
import { useNotices } from '../../../components/notices/notices.js';
import styles from './refused-page.module.css';

const FalseAlarmDialog = requiredPart(() => import('./false-alarm-dialog.js'), 'FalseAlarmDialog');

const SHOWN_CHARACTERS = 40;
const BANNED = 'known.content';

interface RefusedPageProps {
  findings: PageFindings;
  /** It is undefined for a page of several files. */
  page: string | undefined;
  onShow: (finding: PageFindings[number]) => void;
}

export function RefusedPage({ findings, page, onShow }: RefusedPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [isReporting, setReporting] = useState(false);
  const { showToast } = useNotices();
  useEffect(() => heading.current?.focus(), [findings]);
  const isBanned = findings.some(({ rule }) => rule === BANNED);
  const firstOfRules = findings.filter(({ rule }, at) => findings.findIndex((other) => other.rule === rule) === at);
  const place = (finding: PageFindings[number]) => (
    <button className={`bare ${styles['place']}`} onClick={() => onShow(finding)} type="button">
      <span className={styles['line']}>{text.line(finding.line)}</span>
      <span className="strong">{finding.text}</span>
      <code className={`soft-xs ellipsis ${styles['excerpt']}`}>{shortened(finding.excerpt)}</code>
    </button>
  );
  return (
    <section aria-labelledby="refused-page" className={`box stack-8 ${styles['panel']}`}>
      <h2 className={`row ${styles['title']}`} id="refused-page" ref={heading} tabIndex={-1}>
        <WarningIcon />
        {text.title}
      </h2>
      <p>{isBanned ? text.banned : text.lead}</p>
      {!isBanned && (
        <ol aria-label={text.list}>
          {firstOfRules.map((first) => {
            const others = findings.filter((finding) => finding.rule === first.rule && finding !== first);
            return (
              <li className={styles['rule']} key={first.rule}>
                {place(first)}
                {others.length > 0 && (
                  <details className={`disclosure ${styles['others']}`}>
                    <summary>{text.others(others.length)}</summary>
                    <ol>
                      {others.map((finding) => (
                        <li key={`${finding.line} ${finding.column}`}>{place(finding)}</li>
                      ))}
                    </ol>
                  </details>
                )}
              </li>
            );
          })}
        </ol>
      )}
      <p className="wrap-12 row">
        <Link className="touch-link" target="_blank" to={screens.safety.path}>
          {text.rules}
        </Link>
        {!isBanned && page !== undefined && (
          <Button onClick={() => setReporting(true)} size="sm">
            {text.report}
          </Button>
        )}
      </p>
      {isReporting && page !== undefined && (
        <FalseAlarmDialog
          description={findings.map(lineOf).join('\n')}
          onClose={() => setReporting(false)}
          onSent={() => {
            setReporting(false);
            showToast(text.sent);
          }}
          page={page}
        />
      )}
    </section>
  );
}

function lineOf({ line, text: rule, excerpt }: PageFindings[number]): string {
  return `${text.line(line)} ${rule} ${shortened(excerpt)}`;
}

function shortened(excerpt: string): string {
  const characters = [...excerpt];
  return characters.length > SHOWN_CHARACTERS ? `${characters.slice(0, SHOWN_CHARACTERS).join('')}…` : excerpt;
}
