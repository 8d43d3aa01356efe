import { Button } from '../../../components/buttons/button.js';
import { ErrorNotice } from '../../../components/notices/notice.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import styles from './bulk.module.css';
import type { BulkFailure } from './use-bulk-actions.js';

/** Lists the pages that a bulk action left unchanged, and why. */
export function BulkProblems({ failure, onClose }: { failure: BulkFailure | undefined; onClose: () => void }) {
  if (!failure) return null;
  return (
    <div className={styles['problems']}>
      <ErrorNotice title={failure.title}>
        {failure.lines.map(({ id, text }) => (
          <span className={styles['line']} key={id}>
            {text}
          </span>
        ))}
      </ErrorNotice>
      <Button onClick={onClose} size="sm" variant="ghost">
        {dashboardTexts.many.close}
      </Button>
    </div>
  );
}
