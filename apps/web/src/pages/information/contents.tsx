import { informationTexts as text } from '../../texts/information.js';
import styles from './prose.module.css';

export function Contents({ headings }: { headings: readonly { id: string; title: string }[] }) {
  return (
    <nav aria-label={text.contents} className={`box ${styles['contents']}`}>
      <ul>
        {headings.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
