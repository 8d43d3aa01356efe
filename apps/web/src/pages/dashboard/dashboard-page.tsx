import { useNavigate } from 'react-router-dom';
import { isOwner } from '../../session/account.js';
import { useAccount } from '../../session/session-slice.js';
import { Button } from '../../components/buttons/button.js';
import { PlusIcon } from '../../components/icons/icons.js';
import { AuthButton } from '../../features/auth/auth-button.js';
import { EmptySites } from '../../features/dashboard/empty-sites.js';
import { ListSkeleton } from '../../features/dashboard/list/sites-list.js';
import { MySites, useSiteTotal } from '../../features/dashboard/my-sites.js';
import { screens } from '../../paths.js';
import { dashboardTexts } from '../../texts/sites/dashboard.js';
import { formatCount } from '../../texts/formats.js';
import { texts } from '../../texts/ja.js';
import styles from './dashboard-page.module.css';

export function DashboardPage() {
  const account = useAccount();
  return (
    <>
      <div className="page-intro between">
        <h1>
          {screens.dashboard.title} {isOwner(account) && <Total account={account.id} key={account.id} />}
        </h1>
        {isOwner(account) && <PublishButton account={account.id} key={account.id} />}
      </div>
      {account.kind === 'unknown' && <ListSkeleton />}
      {account.kind === 'temporary' && (
        <div className={`amber-box between ${styles['invitation']}`}>
          <p>{dashboardTexts.temporary}</p>
          <AuthButton size="sm" view="register">
            {texts.header.register}
          </AuthButton>
        </div>
      )}
      {isOwner(account) && <MySites account={account.id} key={account.id} />}
      {(account.kind === 'visitor' || account.kind === 'needsMfa') && (
        <EmptySites text={dashboardTexts.visitor}>
          <div className="wrap-8">
            <AuthButton>{texts.header.login}</AuthButton>
            {account.kind === 'visitor' && <AuthButton view="register">{texts.header.register}</AuthButton>}
          </div>
        </EmptySites>
      )}
    </>
  );
}

function Total({ account }: { account: string }) {
  const total = useSiteTotal(account);
  if (total === undefined || total === 0) return null;
  return <span className={styles['total']}>{dashboardTexts.total(formatCount(total))}</span>;
}

/** The empty list has the button where there is no page yet. */
function PublishButton({ account }: { account: string }) {
  const navigate = useNavigate();
  if (useSiteTotal(account) === 0) return null;
  return (
    <Button iconLeft={<PlusIcon />} onClick={() => void navigate(screens.publish.path)} variant="primary">
      {dashboardTexts.another}
    </Button>
  );
}
