import { useAppConfig } from '../../api/api.js';
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
      <p className={styles['badge']}>{texts.builtWith}</p>
    </footer>
  );
}
