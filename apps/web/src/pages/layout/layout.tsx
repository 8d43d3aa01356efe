import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
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
  useFocusOnArrival();
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

/** Going to another screen takes away what had the focus there, and leaves it nowhere: the new one's content gets it. */
function useFocusOnArrival(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('main')?.focus();
  }, [pathname]);
}
