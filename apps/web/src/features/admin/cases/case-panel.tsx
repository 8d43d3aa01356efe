import { type CaseDetail, isPageRule, pageRules, type PageFinding } from '@haru/contracts';
import { useMemo, type ReactNode } from 'react';
import { focusWhenShown } from '../../../components/focus/lost-focus.js';
import { useGetCaseQuery } from '../../../api/admin-cases.js';
import { Badge } from '../../../components/badge.js';
import { Button } from '../../../components/buttons/button.js';
import { BackIcon } from '../../../components/icons/action-icons.js';
import { RowDetails } from '../../../components/list/row-list.js';
import { LoadState } from '../../../components/notices/load-failure.js';
import { adminCaseTexts as text } from '../../../texts/cases/admin-cases.js';
import { formatDateTime } from '../../../texts/formats.js';
import { CaseTimeline } from '../../cases/case-view.js';
import { StaticPage } from '../../preview/page-frame.js';
import { useAdminAccount, useAdminTab } from '../admin-list.js';
import { CaseDecisionForm } from './case-decision.js';
import styles from './cases.module.css';
import { placeIn } from './case-queue.js';

interface CasePanelProps {
  id: string;
  onBack: () => void;
  onDecided: () => void;
}

export function CasePanel({ id, ...actions }: CasePanelProps) {
  const { data, error, refetch } = useGetCaseQuery({ account: useAdminAccount(), id });
  if (data) return <OpenedCase {...actions} shown={data} />;
  return <LoadState error={error} onRetry={refetch} title={text.failed} />;
}

function OpenedCase({ shown, onBack, onDecided }: Omit<CasePanelProps, 'id'> & { shown: CaseDetail }) {
  return (
    <article aria-labelledby="case-title" className={`box shrinks ${styles['parts']}`}>
      <Button className={styles['back']} iconLeft={<BackIcon />} onClick={onBack} size="sm" variant="ghost">
        {text.back}
      </Button>
      <div>
        {/* The keys work from here, and a screen reader begins here. */}
        <h2 className={styles['title']} id="case-title" ref={focusWhenShown} tabIndex={-1}>
          {shown.page.title}
        </h2>
        <p className="wrap-8">
          <code>/share/{shown.page.path}</code>
          <Badge tone={shown.page.state === 'live' ? 'good' : undefined}>{text.pageStates[shown.page.state]}</Badge>
          <Badge>{text.kinds[shown.kind]}</Badge>
          {shown.concerns_sexual_images && <Badge tone="bad">{text.sexualImages}</Badge>}
          {shown.reported_sexual_images && <Badge>{text.reportedSexualImages}</Badge>}
          <Badge>{text.states[shown.state]}</Badge>
          {shown.is_overdue && <Badge tone="bad">{text.overdue}</Badge>}
        </p>
      </div>
      <CaseDecisionForm key={shown.state} onDecided={onDecided} shown={shown} />
      <div className={styles['evidence']}>
        <CasePicture shown={shown} />
        <div className={`shrinks ${styles['parts']}`}>
          <CaseReports reports={shown.reports} />
          <CaseOwner shown={shown} />
        </div>
      </div>
      <CaseFindings findings={shown.findings} source={shown.source} />
      <CaseTimeline steps={shown.steps} />
    </article>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="shrinks stack-8">
      <h3 className="subhead">{title}</h3>
      {children}
    </section>
  );
}

function CasePicture({ shown: { source } }: { shown: CaseDetail }) {
  return (
    <Part title={text.preview}>
      {source ? (
        <>
          <StaticPage html={source} title={text.preview} />
          <p className="note">{text.previewNote}</p>
        </>
      ) : (
        <p>{source === null ? text.purged : text.noPicture}</p>
      )}
    </Part>
  );
}

function CaseReports({ reports }: Pick<CaseDetail, 'reports'>) {
  if (reports.length === 0) return null;
  return (
    <Part title={text.written}>
      {reports.map((report) => (
        <div className={styles['report']} key={report.id}>
          <p className="written">{report.description}</p>
          <RowDetails>
            <span>{text.kinds[report.kind]}</span>
            <span>{formatDateTime(new Date(report.created_at))}</span>
            <span>{report.email ?? text.noAddress}</span>
            {report.concerns_sexual_images && <span>{text.sexualImages}</span>}
          </RowDetails>
        </div>
      ))}
    </Part>
  );
}

function CaseOwner({ shown: { owner, page } }: { shown: CaseDetail }) {
  const { show } = useAdminTab();
  return (
    <Part title={text.owner}>
      <div className="wrap-8 fill-phone">
        <Button onClick={() => show('sites', page.path)} size="sm">
          {text.showSite}
        </Button>
        {owner && (
          <Button onClick={() => show('accounts', owner.id)} size="sm">
            {text.showAccount}
          </Button>
        )}
      </div>
      {owner === null || owner.other_pages.length === 0 ? (
        <p className="note">{owner ? text.otherPages(0) : text.noOwner}</p>
      ) : (
        <details className="disclosure">
          <summary>{text.otherPages(owner.other_pages.length)}</summary>
          <ul className="stack-4">
            {owner.other_pages.map((other) => (
              <li className="wrap-8" key={other.id}>
                <span>{other.title}</span>
                <Badge>{text.pageStates[other.state]}</Badge>
                <span className="note">{formatDateTime(new Date(other.created_at))}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Part>
  );
}

function CaseFindings({ findings, source }: { findings: readonly PageFinding[]; source: string | null }) {
  const lines = useMemo(() => source?.split('\n') ?? [], [source]);
  return (
    <Part title={text.findings}>
      {findings.length === 0 && <p className="note">{text.noFindings}</p>}
      <ul className="stack-12">
        {findings.map((finding) => (
          <li key={`${finding.rule} ${finding.line} ${finding.column}`}>
            <p className="wrap-12">
              {isPageRule(finding.rule) ? pageRules[finding.rule].ja : finding.rule}
              <span className="note">{text.place(finding.line, finding.column)}</span>
            </p>
            <MarkedPlace {...placeIn(lines, finding)} />
          </li>
        ))}
      </ul>
      {source !== null && (
        <details className="disclosure">
          <summary>{text.source}</summary>
          <textarea aria-label={text.source} className="code-box" readOnly rows={12} value={source} />
        </details>
      )}
    </Part>
  );
}

function MarkedPlace({ before, marked, after }: ReturnType<typeof placeIn>) {
  return (
    <code className={`code-box written ${styles['place']}`}>
      {before}
      <mark>{marked}</mark>
      {after}
    </code>
  );
}
