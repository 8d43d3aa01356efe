import { useMemo, useState, type ReactNode } from 'react';
import { classNames } from '../../components/class-names.js';
import { publishTexts as text } from '../../texts/publish/publish.js';
import { LivePreview } from './live-preview.js';
import { pageTitleOf } from './page-markup.js';
import { isTinyOnPhones } from './phone-width.js';
import styles from './browser-frame.module.css';

interface BrowserFrameProps {
  html: string;
  /** It names the frame for screen readers. */
  title: string;
  /** It is on the screen; otherwise nothing is rendered. */
  isVisible: boolean;
  /** The screen itself is as narrow as a phone. */
  startsNarrow: boolean;
  /** The page is an example, not the person's own. */
  isExample?: boolean;
}

const widths = ['wide', 'phone'] as const;

/** Sets the element's `--width` to its width, in px without the unit. A hidden element keeps its last width. */
const measureWidth = (element: HTMLElement) => {
  const observer = new ResizeObserver(() => {
    if (element.clientWidth > 0) element.style.setProperty('--width', String(element.clientWidth));
  });
  observer.observe(element);
  return () => observer.disconnect();
};

/** Looks like a browser and shows the page as it will be published, as wide as on a computer or a phone. */
export function BrowserFrame({
  html,
  title,
  isVisible,
  startsNarrow,
  isExample = false,
}: BrowserFrameProps): ReactNode {
  const [width, setWidth] = useState<(typeof widths)[number]>(startsNarrow ? 'phone' : 'wide');
  const pageTitle = useMemo(() => pageTitleOf(html), [html]);
  const isTiny = useMemo(() => width === 'phone' && isTinyOnPhones(html), [width, html]);

  return (
    <section aria-label={text.preview} className={styles['browser']}>
      <div className={styles['bar']}>
        <span aria-hidden="true" className={styles['dots']} />
        <p className={styles['title']}>{pageTitle}</p>
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
          text={html}
          title={title}
        />
        {isExample && <span className={styles['mark']}>{text.exampleMark}</span>}
      </div>
    </section>
  );
}
