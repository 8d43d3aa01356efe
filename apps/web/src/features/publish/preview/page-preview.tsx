import { useMemo, useState } from 'react';
import { classNames } from '../../../components/class-names.js';
import { useAfterPause } from '../../../components/hooks.js';
import { publishTexts as text } from '../../../texts/publish/publish.js';
import { LivePreview } from '../../preview/live-preview.js';
import { isBlank } from '../../site/html-rules.js';
import { invitation } from '../examples/invitation.js';
import { isTinyOnPhones } from '../phone-width/phone-width.js';
import styles from './page-preview.module.css';
import { pageTitleOf } from './page-markup.js';

interface PagePreviewProps {
  html: string;
  /** It is on the screen; otherwise nothing is rendered. */
  isVisible: boolean;
  /** The screen itself is as narrow as a phone. */
  startsNarrow: boolean;
}

const widths = ['wide', 'phone'] as const;

/** Sets the element's `--width` to its width, in px without the unit. A hidden element keeps its last. */
const measureWidth = (element: HTMLElement) => {
  const observer = new ResizeObserver(() => {
    if (element.clientWidth > 0) element.style.setProperty('--width', String(element.clientWidth));
  });
  observer.observe(element);
  return () => observer.disconnect();
};

/** Looks like a browser and shows the page as it will be published, or an example as long as there is none. */
export function PagePreview({ html, isVisible, startsNarrow }: PagePreviewProps) {
  const [width, setWidth] = useState<(typeof widths)[number]>(startsNarrow ? 'phone' : 'wide');
  const settled = useAfterPause(html);
  const isExample = isBlank(settled);
  const page = isExample ? invitation : settled;
  const title = useMemo(() => pageTitleOf(page), [page]);
  const isTiny = useMemo(() => width === 'phone' && isTinyOnPhones(page), [width, page]);

  return (
    <section aria-label={text.preview} className={styles['browser']}>
      <div className={styles['bar']}>
        <span aria-hidden="true" className={styles['dots']} />
        <p className={styles['title']}>{title}</p>
        <div aria-label={text.widths} className={styles['widths']} role="group">
          {widths.map((name) => (
            <button
              aria-pressed={name === width}
              className={styles['width']}
              key={name}
              onClick={() => setWidth(name)}
              type="button"
            >
              {text.widthNames[name]}
            </button>
          ))}
        </div>
      </div>
      <div className={classNames(styles['stage'], isExample && styles['example'])} inert={isExample}>
        <LivePreview
          className={classNames(styles['device'], styles[width], isTiny && styles['tiny'])}
          isVisible={isVisible}
          ref={measureWidth}
          subject={isExample ? 'example' : 'page'}
          text={page}
          title={text.preview}
        />
        {isExample && <span className={styles['mark']}>{text.exampleMark}</span>}
      </div>
    </section>
  );
}
