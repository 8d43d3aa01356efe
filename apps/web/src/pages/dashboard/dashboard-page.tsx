import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAccount } from '../../session/session-slice.js';
import { Button } from '../../components/buttons/button.js';
import { PlusIcon } from '../../components/icons.js';
import { useOpenDialog } from '../../features/auth/dialog.js';
import { ListSkeleton } from '../../features/dashboard/empty-sites.js';
import { MySites } from '../../features/dashboard/my-sites.js';
import { paths } from '../../paths.js';
import { dashboardTexts } from '../../texts/dashboard.js';
import { texts } from '../../texts/ja.js';
import styles from './dashboard-page.module.css';

export function DashboardPage() {
  const account = useAccount();
  const navigate = useNavigate();
  const openDialog = useOpenDialog();
  const publish = () => void navigate(paths.publish);
  const register = () => openDialog({ name: 'auth', view: 'register' });

  switch (account.kind) {
    case 'unknown':
      return (
        <Screen onPublish={publish}>
          <ListSkeleton />
        </Screen>
      );
    case 'visitor':
    case 'secondStep':
      return (
        <Screen onPublish={publish}>
          <SignedOut
            onLogin={() => openDialog({ name: 'auth', view: account.kind === 'secondStep' ? 'secondStep' : 'login' })}
          />
        </Screen>
      );
    case 'temporary':
      return (
        <Screen onPublish={publish}>
          <div className={styles['invitation']}>
            <p>{dashboardTexts.temporary}</p>
            <Button onClick={register} size="sm">
              {dashboardTexts.register}
            </Button>
          </div>
          <MySites account={account.id} key={account.id} onPublish={publish} onRegister={register} />
        </Screen>
      );
    case 'registered':
      return (
        <Screen onPublish={publish}>
          <MySites account={account.id} key={account.id} onPublish={publish} onRegister={register} />
        </Screen>
      );
  }
}

function Screen({ onPublish, children }: { onPublish: () => void; children: ReactNode }) {
  return (
    <>
      <div className={styles['intro']}>
        <h1 className={styles['title']}>{texts.titles.dashboard}</h1>
        <Button iconLeft={<PlusIcon />} onClick={onPublish} variant="primary">
          {dashboardTexts.another}
        </Button>
      </div>
      {children}
    </>
  );
}

function SignedOut({ onLogin }: { onLogin: () => void }) {
  return (
    <div className={styles['signedOut']}>
      <p>{dashboardTexts.visitor}</p>
      <Button onClick={onLogin}>{dashboardTexts.login}</Button>
    </div>
  );
}
