import { footerScreens } from '@haru/contracts';
import { useEffect, useRef, type MouseEvent, type ReactNode, type RefObject } from 'react';
import { useLocation, Link } from 'react-router-dom';
import { useProductName } from '../../api/api.js';
import { AccountDialogs } from './account-dialogs.js';
import { AppNoticeBar } from '../../features/auth/app-notice-bar.js';
import { screenOf, type Screen, screens } from '../../paths.js';
import { useLostFocus } from '../../components/focus/lost-focus.js';
import { Toast } from '../../components/notices/toast.js';
import { texts } from '../../texts/ja.js';
import { Header } from './header.js';
import styles from './layout.module.css';

export function Layout({ children }: { children: ReactNode }) {
  const productName = useProductName();
  const location = useLocation();
  const screen = screenOf(location);
  useEffect(() => {
    document.title = texts.tabTitle(productName, screens[screen].title);
  }, [productName, screen]);
  const main = useFocusOnArrival(screen);
  const layout = useRef<HTMLDivElement>(null);
  useLostFocus(layout);
  return (
    <div className={`column ${styles['layout']}`} ref={layout}>
      <SkipLink target={main} />
      <Header />
      <AppNoticeBar />
      {/* After a page of a list was deleted, a few Shift+Tab from there reach the rest of the list. */}
      <Toast address={location.pathname + location.search} />
      <main className={`page-main column ${styles['main']}`} id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <AccountDialogs />
    </div>
  );
}

/** The Tab key reaches it first; it is out of sight until then. */
function SkipLink({ target }: { target: RefObject<HTMLElement | null> }) {
  const skip = (event: MouseEvent) => {
    // Management links and mail links use the fragment.
    event.preventDefault();
    target.current?.focus();
  };
  return (
    <a className={`touch-link ${styles['skip']}`} href="#main" onClick={skip}>
      {texts.skip}
    </a>
  );
}

/** The content of another screen gets the focus, unless the screen or a dialog over it has taken it itself. */
function useFocusOnArrival(screen: Screen): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const before = useRef(screen);
  useEffect(() => {
    if (before.current === screen) return;
    before.current = screen;
    // If the browser scrolled to it, its top would lie under the header.
    if (!document.activeElement?.closest('main, dialog')) main.current?.focus({ preventScroll: true });
  }, [screen]);
  return main;
}

function Footer() {
  const productName = useProductName();
  return (
    <footer className={`between soft-xs ${styles['footer']}`}>
      <p>
        {productName}
        <span className={styles['tagline']}>{texts.tagline}</span>
      </p>
      <nav aria-label={texts.about} className={`wrap-8 ${styles['links']}`}>
        {footerScreens.map((screen) => (
          <Link className="touch-link" key={screen} to={screens[screen].path}>
            {screens[screen].title}
          </Link>
        ))}
        {/* The gateway serves it. */}
        <a className="touch-link" href="/docs">
          {texts.documentation}
        </a>
      </nav>
      <p className={styles['badge']}>{texts.builtWith}</p>
    </footer>
  );
}
