import { texts } from '../../texts/ja.js';
import { screens, type Screen } from '../../paths.js';
import styles from './loading-screen.module.css';

export function LoadingScreen({ screen }: { screen: Screen }) {
  return (
    <div aria-busy="true" data-loading>
      <div className="page-intro wrap-8">
        <h1>{screens[screen].title}</h1>
      </div>
      <LoadingBar />
    </div>
  );
}

export function LoadingBar() {
  return (
    <div className={styles['bar']} role="status">
      <span className="visually-hidden">{texts.loading}</span>
    </div>
  );
}
