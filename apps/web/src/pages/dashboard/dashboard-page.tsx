import { useNavigate } from 'react-router-dom';
import { isOwner, type Owner } from '../../session/account.js';
import { useAccount } from '../../session/session-slice.js';
import { Button } from '../../components/buttons/button.js';
import { classNames } from '../../components/class-names.js';
import { PlusIcon } from '../../components/icons/icons.js';
import { AuthButton } from '../../features/auth/auth-button.js';
import { useOpenDialog } from '../../features/auth/dialog.js';
import { EmptySites } from '../../features/dashboard/empty-sites.js';
import { ListSkeleton } from '../../features/dashboard/list/list-skeleton.js';
import { MySites } from '../../features/dashboard/my-sites.js';
import { useSiteTotal } from '../../features/dashboard/use-my-sites.js';
import { paths } from '../../paths.js';
import { dashboardTexts } from '../../texts/sites/dashboard.js';
import { formatCount } from '../../texts/formats.js';
import { texts } from '../../texts/ja.js';
import styles from './dashboard-page.module.css';

export function DashboardPage() {
  const account = useAccount();
  const navigate = useNavigate();
  const publish = () => void navigate(paths.publish);
  return (
    <>
      <div className="page-intro between">
        <h1>
          {texts.titles.dashboard} {isOwner(account) && <Total account={account.id} key={account.id} />}
        </h1>
        {isOwner(account) && <PublishButton account={account.id} key={account.id} onPublish={publish} />}
      </div>
      {account.kind === 'unknown' && <ListSkeleton />}
      {isOwner(account) && <SitesOf account={account} key={account.id} onPublish={publish} />}
      {(account.kind === 'visitor' || account.kind === 'needsMfa') && (
        <SignedOut isVisitor={account.kind === 'visitor'} onPublish={publish} />
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
function PublishButton({ account, onPublish }: { account: string; onPublish: () => void }) {
  if (useSiteTotal(account) === 0) return null;
  return (
    <Button iconLeft={<PlusIcon />} onClick={onPublish} variant="primary">
      {dashboardTexts.another}
    </Button>
  );
}

function SitesOf({ account, onPublish }: { account: Owner; onPublish: () => void }) {
  const openDialog = useOpenDialog();
  const register = () => openDialog({ name: 'auth', view: 'register' });
  return (
    <>
      {account.kind === 'temporary' && (
        <div className={classNames('amber-box between', styles['invitation'])}>
          <p>{dashboardTexts.temporary}</p>
          <AuthButton size="sm" view="register">
            {dashboardTexts.register}
          </AuthButton>
        </div>
      )}
      <MySites account={account.id} onPublish={onPublish} onRegister={register} />
    </>
  );
}

function SignedOut({ isVisitor, onPublish }: { isVisitor: boolean; onPublish: () => void }) {
  return (
    <EmptySites onAction={onPublish} text={dashboardTexts.visitor}>
      <div className="wrap-8">
        <AuthButton>{dashboardTexts.login}</AuthButton>
        {isVisitor && <AuthButton view="register">{dashboardTexts.register}</AuthButton>}
      </div>
    </EmptySites>
  );
}
