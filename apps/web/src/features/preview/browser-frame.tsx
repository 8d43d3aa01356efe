import { useMemo, useState, type ReactNode, type RefCallback } from 'react';
import { classNames } from '../../components/class-names.js';
import { publishTexts as text } from '../../texts/publish/publish.js';
import { LivePreview } from './live-preview.js';
import { pageTitleOf } from './page-markup.js';
import { isTinyOnPhones } from './phone-width.js';
import styles from './browser-frame.module.css';

type Width = (typeof widths)[number];

const widths = ['wide', 'phone'] as const;

/** Sets the element's `--width` to its width, in px without the unit. A hidden element keeps its last width. */
const measureWidth = (element: HTMLElement) => {
  const observer = new ResizeObserver(() => {
    if (element.clientWidth > 0) element.style.setProperty('--width', String(element.clientWidth));
  });
  observer.observe(element);
  return () => observer.disconnect();
};

interface PageWindowProps {
  pageTitle: string;
  startsNarrow: boolean;
  isExample?: boolean;
  /** The page names no width, so that phones show it small. */
  isTinyOn?: (width: Width) => boolean;
  children: (device: { className: string; ref: RefCallback<HTMLElement> }) => ReactNode;
}

export function PageWindow({
  pageTitle,
  startsNarrow,
  isExample = false,
  isTinyOn = () => false,
  children,
}: PageWindowProps) {
  const [width, setWidth] = useState<Width>(startsNarrow ? 'phone' : 'wide');
  const device = classNames(styles['device'], styles[width], isTinyOn(width) && styles['tiny']);
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
        {children({ className: device, ref: measureWidth })}
        {isExample && <span className={styles['mark']}>{text.exampleMark}</span>}
      </div>
    </section>
  );
}

interface BrowserFrameProps {
  html: string;
  title: string;
  isVisible: boolean;
  startsNarrow: boolean;
  isExample?: boolean;
}

export function BrowserFrame({ html, title, isVisible, startsNarrow, isExample = false }: BrowserFrameProps) {
  const pageTitle = useMemo(() => pageTitleOf(html), [html]);
  const isTiny = useMemo(() => isTinyOnPhones(html), [html]);
  return (
    <PageWindow
      isExample={isExample}
      isTinyOn={(width) => width === 'phone' && isTiny}
      pageTitle={pageTitle}
      startsNarrow={startsNarrow}
    >
      {(device) => (
        <LivePreview
          {...device}
          isVisible={isVisible}
          subject={isExample ? 'example' : 'page'}
          text={html}
          title={title}
        />
      )}
    </PageWindow>
  );
}
