import { useListOwnCasesQuery } from '../../api/cases.js';
import { Link, useLinkClickHandler } from 'react-router-dom';
import { ButtonLink } from '../../components/buttons/button.js';
import { ownCasePath } from '../../paths.js';
import { useOwner } from '../../session/session-slice.js';
import { casePageTexts } from '../../texts/cases/case-page.js';
import { formatDateTime } from '../../texts/formats.js';
import styles from './case-view.module.css';

const text = casePageTexts.own;

interface OwnInquiriesProps {
  account: string;
  /** It is set where the cards of stopped pages, which show the same text, may not be visible. */
  showsStopped: boolean;
}

export function OwnInquiries({ account, showsStopped }: OwnInquiriesProps) {
  const { data: cases = [] } = useListOwnCasesQuery({ account });
  const asked = cases.filter(
    ({ can_answer: canAnswer, can_object: canObject }) => canAnswer || (showsStopped && canObject),
  );
  if (asked.length === 0) return null;
  return (
    <ul aria-label={text.label} className={`stack-8 ${styles['inquiries']}`}>
      {asked.map(({ id, page, can_answer: canAnswer, owner_due_at: dueAt }) => (
        <li className="amber-box between" key={id}>
          <p className="shrinks">
            {canAnswer
              ? text.inquiry(page.title, dueAt === null ? undefined : formatDateTime(new Date(dueAt)))
              : text.stoppedPage(page.title)}
          </p>
          <Link className="touch-link strong" to={ownCasePath(id)}>
            {canAnswer ? text.open : text.objectable}
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function OwnCaseLink({ path }: { path: string }) {
  const { owner } = useOwner();
  const { data: cases = [] } = useListOwnCasesQuery({ account: owner?.id ?? '' }, { skip: !owner });
  const found = cases.find(({ page }) => page.path === path && page.state === 'stopped');
  const href = ownCasePath(found?.id ?? '');
  const follow = useLinkClickHandler(href);
  if (!found) return null;
  return (
    <ButtonLink className="start" href={href} onClick={follow} size="sm">
      {found.can_object ? text.objectable : text.stopped}
    </ButtonLink>
  );
}
