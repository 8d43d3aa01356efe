import { ButtonLink } from '../../../components/buttons/button.js';
import { SecretLink } from '../../../components/sharing/secret-link.js';
import { reportPageTexts as text } from '../../../texts/cases/report-page.js';

/** Shows the link to the case, which can be seen only now, and how to keep it. */
export function ReportThanks({ caseUrl }: { caseUrl: string }) {
  return (
    <SecretLink note={<p className="soft-sm">{text.thanksCaution}</p>} texts={text} url={caseUrl}>
      {/* The link loads the page again, so that the app removes the secret from the address. */}
      <ButtonLink href={caseUrl}>{text.openCase}</ButtonLink>
    </SecretLink>
  );
}
