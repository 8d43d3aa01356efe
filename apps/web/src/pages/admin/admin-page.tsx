import { useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { Link, useSearchParams } from 'react-router-dom';
import { selectAccount } from '../../api/account.js';
import { useGetOwnRoleQuery } from '../../api/admin-sites.js';
import { callFailureOf } from '../../api/my-sites.js';
import { Button } from '../../components/button.js';
import { Tabs, type Tab } from '../../components/tabs.js';
import { LoadFailure } from '../../features/admin/paged-list.js';
import { QueuesButton } from '../../features/admin/queues-button.js';
import { useOpenDialog } from '../../features/auth/account-dialogs.js';
import { adminTexts } from '../../texts/admin.js';
import { AdminPanel, type AdminTab } from './admin-panel.js';
import styles from './admin-page.module.css';

const names = ['reports', 'sites', 'accounts', 'numbers', 'audit'] as const satisfies AdminTab[];
const tabs: Tab<AdminTab>[] = names.map((name) => ({ name, title: adminTexts.tabs[name] }));

/** For those who run the product; to everybody else it says that it is not for them. */
export function AdminPage() {
  const account = useSelector(selectAccount);
  const openDialog = useOpenDialog();
  switch (account.kind) {
    case 'unknown':
      return <p role="status">{adminTexts.loading}</p>;
    case 'visitor':
    case 'secondStep':
      return (
        <div className={styles['alone']}>
          <p>{adminTexts.visitor}</p>
          <Button
            onClick={() => openDialog({ name: 'auth', view: account.kind === 'visitor' ? 'login' : 'secondStep' })}
          >
            {adminTexts.login}
          </Button>
        </div>
      );
    case 'temporary':
      return <Forbidden />;
    case 'registered':
      return <ForRole key={account.id} />;
  }
}

function ForRole() {
  const { data: role, error, refetch } = useGetOwnRoleQuery();
  const code = callFailureOf(error)?.code;
  if (code === 'FORBIDDEN_ROLE') return <Forbidden />;
  if (error !== undefined) return <LoadFailure error={error} onRetry={refetch} />;
  return role === undefined ? <p role="status">{adminTexts.loading}</p> : <Screens isAdmin={role === 'admin'} />;
}

function Screens({ isAdmin }: { isAdmin: boolean }) {
  const [query, setQuery] = useSearchParams();
  const [done, setDone] = useState('');
  const chosen = names.find((name) => name === query.get('tab')) ?? 'reports';
  const show = (tab: AdminTab, text = '') => {
    setDone('');
    setQuery(text === '' ? { tab } : { tab, q: text });
  };
  return (
    <>
      <div className={styles['intro']}>
        <h1 className={styles['title']}>{adminTexts.title}</h1>
        <QueuesButton />
      </div>
      <Tabs chosen={chosen} label={adminTexts.tabs.label} onChoose={(tab) => show(tab)} tabs={tabs}>
        <p className={styles['said']} role="status">
          {done}
        </p>
        <AdminPanel isAdmin={isAdmin} onShow={show} say={setDone} tab={chosen} text={query.get('q') ?? ''} />
      </Tabs>
    </>
  );
}

function Forbidden() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { title, text, code, home } = adminTexts.forbidden;
  return (
    <div className={styles['alone']}>
      <h1 className={styles['title']} ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>{text}</p>
      <p className={styles['code']}>{code}</p>
      <Link to="/">{home}</Link>
    </div>
  );
}
