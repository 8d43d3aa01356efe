import { useEffect, useRef, type MouseEvent, type ReactNode, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { useAppConfig } from '../../api/api.js';
import { AccountDialogs } from './account-dialogs.js';
import { AppNoticeBar } from '../../features/auth/app-notice-bar.js';
import { screenOf, type Screen } from '../../paths.js';
import { useLostFocus } from '../../components/focus/lost-focus.js';
import { Toast } from '../../components/notices/toast.js';
import { texts } from '../../texts/ja.js';
import { Footer } from './footer.js';
import { Header } from './header.js';
import styles from './layout.module.css';

/** What stays on every screen of the app. */
export function Layout({ children }: { children: ReactNode }) {
  const { productName } = useAppConfig();
  const screen = screenOf(useLocation());
  useEffect(() => {
    document.title = texts.tabTitle(productName, texts.titles[screen]);
  }, [productName, screen]);
  const main = useFocusOnArrival(screen);
  const layout = useRef<HTMLDivElement>(null);
  useLostFocus(layout);
  return (
    <div className={styles['layout']} ref={layout}>
      <SkipLink target={main} />
      <Header />
      <AppNoticeBar />
      {/* A few Shift+Tab before what is left of a list when a page in it was deleted. */}
      <Toast />
      <main className={styles['main']} id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <AccountDialogs />
    </div>
  );
}

/** The first stop of the Tab key; it stays out of sight until then. */
function SkipLink({ target }: { target: RefObject<HTMLElement | null> }) {
  const skip = (event: MouseEvent) => {
    // The fragment is for management links and mail links.
    event.preventDefault();
    target.current?.focus();
  };
  return (
    <a className={styles['skip']} href="#main" onClick={skip}>
      {texts.skip}
    </a>
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
