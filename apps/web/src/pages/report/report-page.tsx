import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ReportForm, ReportThanks } from '../../features/cases/report/report-form.js';
import { reportPageTexts as text } from '../../texts/cases/report-page.js';
import { texts } from '../../texts/ja.js';
import { LinkPage, Outcome } from '../auth/link-page.js';

/** `/report?path=` reports a page, with or without an account. */
export function ReportPage() {
  const [query] = useSearchParams();
  const [caseUrl, setCaseUrl] = useState<string>();
  return (
    <LinkPage title={texts.titles.report} wide>
      {caseUrl === undefined ? (
        <>
          <p>{text.lead}</p>
          <ReportForm onSent={setCaseUrl} path={query.get('path') ?? ''} />
        </>
      ) : (
        <>
          <Outcome good text={text.thanks}>
            <p>{text.thanksText}</p>
          </Outcome>
          <ReportThanks caseUrl={caseUrl} />
        </>
      )}
    </LinkPage>
  );
}
