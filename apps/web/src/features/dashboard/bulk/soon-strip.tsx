import { useCountExpiringSitesQuery } from '../../../api/sites/site-lookups.js';
import { Button } from '../../../components/buttons/button.js';
import { ClockIcon } from '../../../components/icons/icons.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import { formatDay } from '../../../texts/day-format.js';
import { formatCount } from '../../../texts/formats.js';
import styles from './bulk.module.css';
import type { BulkActions } from './use-bulk-actions.js';

const text = dashboardTexts.soon;

export function SoonStrip({ account, bulk }: { account: string; bulk: BulkActions }) {
  const { data } = useCountExpiringSitesQuery({ account });
  if (data?.first === undefined) return null;
  return (
    <div className={styles['strip']}>
      <ClockIcon />
      <p role="status">
        <strong>{text.text(formatCount(data.total))}</strong>
        <span>{text.first(formatDay(new Date(data.first)))}</span>
      </p>
      <Button
        disabled={bulk.working !== undefined}
        loading={bulk.working === 'extendSoon'}
        onClick={() => void bulk.extendSoon()}
      >
        {text.extendAll}
      </Button>
    </div>
  );
}
