import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ReportForm, ReportThanks, type SentReport } from '../../features/cases/report/report-form.js';
import { reportPageTexts as text } from '../../texts/cases/report-page.js';
import { screens } from '../../paths.js';
import { LinkPage, Outcome } from '../auth/link-page.js';

/** `/report?path=` reports a page, with or without an account. */
export function ReportPage() {
  const [query] = useSearchParams();
  const [sent, setSent] = useState<SentReport>();
  return (
    <LinkPage title={screens.report.title} wide>
      {!sent ? (
        <>
          <p>{text.lead}</p>
          <ReportForm onSent={setSent} path={query.get('path') ?? ''} />
        </>
      ) : (
        <>
          <Outcome tone="good" text={text.thanks} hint={sent.isAnswered ? text.thanksAnswered : text.thanksText} />
          <ReportThanks caseUrl={sent.caseUrl} />
        </>
      )}
    </LinkPage>
  );
}
