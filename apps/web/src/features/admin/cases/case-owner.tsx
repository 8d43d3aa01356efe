import type { CaseDetail } from '@haru/contracts';
import { Badge } from '../../../components/badge.js';
import { Button } from '../../../components/buttons/button.js';
import { adminCaseTexts as text } from '../../../texts/cases/admin-cases.js';
import { formatDateTime } from '../../../texts/formats.js';
import adminStyles from '../admin.module.css';
import styles from './cases.module.css';

interface CaseOwnerProps {
  shown: Pick<CaseDetail, 'owner' | 'page'>;
  onAccount: (accountId: string) => void;
  onSite: (path: string) => void;
}

/** Shows the owner's other pages and their age, and buttons that stop the account or the content everywhere. */
export function CaseOwner({ shown: { owner, page }, onAccount, onSite }: CaseOwnerProps) {
  return (
    <section>
      <h3 className={adminStyles['subhead']}>{text.owner}</h3>
      <div className={styles['actions']}>
        <Button onClick={() => onSite(page.path)} size="sm">
          {text.showSite}
        </Button>
        {owner && (
          <Button onClick={() => onAccount(owner.id)} size="sm">
            {text.showAccount}
          </Button>
        )}
      </div>
      {owner === null ? (
        <p>{text.noOwner}</p>
      ) : (
        <details className={styles['details']}>
          <summary>{text.otherPages(owner.other_pages.length)}</summary>
          <ul className={styles['pages']}>
            {owner.other_pages.map((other) => (
              <li key={other.id}>
                <span>{other.title}</span>
                <Badge>{text.pageStates[other.state]}</Badge>
                <span className={styles['note']}>{formatDateTime(new Date(other.created_at))}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
