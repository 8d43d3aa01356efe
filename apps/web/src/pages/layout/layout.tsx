import { useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { useAppConfig } from '../../api/api.js';
import { AccountDialogs } from '../../features/auth/account-dialogs.js';
import { AppNoticeBar } from '../../features/auth/app-notice-bar.js';
import { texts } from '../../texts/ja.js';
import { Footer } from './footer.js';
import { Header } from './header.js';
import styles from './layout.module.css';

/** What stays on every screen of the app. */
export function Layout() {
  const { productName } = useAppConfig();
  useEffect(() => {
    document.title = `${productName}｜${texts.tagline}`;
  }, [productName]);
  return (
    <div className={styles['layout']}>
      <Header />
      <AppNoticeBar />
      <main className={styles['main']} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <AccountDialogs />
    </div>
  );
}
