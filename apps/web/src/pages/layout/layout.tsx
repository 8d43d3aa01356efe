import { useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { useAppConfig } from '../../api/api.js';
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
      <main className={styles['main']}>
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}
