import { Link } from 'react-router-dom';
import { useAppConfig } from '../../api/api.js';
import { aboutScreens, paths } from '../../paths.js';
import { texts } from '../../texts/ja.js';
import styles from './footer.module.css';

export function Footer() {
  const { productName } = useAppConfig();
  return (
    <footer className={styles['footer']}>
      <p>
        {productName}
        <span className={styles['tagline']}>{texts.tagline}</span>
      </p>
      <nav aria-label={texts.about} className={styles['links']}>
        {aboutScreens.map((screen) => (
          <Link key={screen} to={paths[screen]}>
            {texts.titles[screen]}
          </Link>
        ))}
      </nav>
      <p className={styles['badge']}>{texts.builtWith}</p>
    </footer>
  );
}
