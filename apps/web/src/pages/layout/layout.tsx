import { useEffect, useRef, type RefObject } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useAppConfig } from '../../api/api.js';
import { AccountDialogs } from './account-dialogs.js';
import { AppNoticeBar } from '../../features/auth/app-notice-bar.js';
import { screenOf, type Screen } from '../../paths.js';
import { Toast } from '../../components/notices/toast.js';
import { texts } from '../../texts/ja.js';
import { Footer } from './footer.js';
import { Header } from './header.js';
import styles from './layout.module.css';

/** What stays on every screen of the app. */
export function Layout() {
  const { productName } = useAppConfig();
  const screen = screenOf(useLocation());
  useEffect(() => {
    document.title = texts.tabTitle(productName, texts.titles[screen]);
  }, [productName, screen]);
  const main = useFocusOnArrival(screen);
  return (
    <div className={styles['layout']}>
      <Header />
      <AppNoticeBar />
      <main className={styles['main']} ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <AccountDialogs />
      <Toast />
    </div>
  );
}

/**
 * Another screen's content gets the focus, so that a keyboard or a screen reader goes on from there. Not where the
 * screen, or a dialog over it, has taken the focus itself.
 */
function useFocusOnArrival(screen: Screen): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const before = useRef(screen);
  useEffect(() => {
    if (before.current === screen) return;
    before.current = screen;
    // Scrolled to, its top would lie under the header.
    if (!document.activeElement?.closest('main, dialog')) main.current?.focus({ preventScroll: true });
  }, [screen]);
  return main;
}
