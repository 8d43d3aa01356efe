import { useMemo, useState, type ReactNode, type RefCallback } from 'react';
import { Button } from '../../components/buttons/button.js';
import { classNames } from '../../components/class-names.js';
import { filesTexts } from '../../texts/files.js';
import { previewTexts } from '../../texts/publish/preview.js';
import { publishTexts as text } from '../../texts/publish/publish.js';
import styles from './browser-frame.module.css';
import { FilesFrame, PageFrame } from './page-frame.js';
import { isTinyOnPhones, pageTitleOf } from './page-markup.js';

const widths = ['wide', 'phone'] as const;

/** Sets the element's `--width` to its width, in px without the unit. A hidden element keeps its last width. */
const measureWidth: RefCallback<HTMLElement> = (element: HTMLElement) => {
  const observer = new ResizeObserver(() => {
    if (element.clientWidth > 0) element.style.setProperty('--width', String(element.clientWidth));
  });
  observer.observe(element);
  return () => observer.disconnect();
};

interface BrowserProps {
  /** It stands where a browser has the address. */
  title: string;
  startsNarrow: boolean;
  isExample?: boolean;
  /** The page names no width, so that phones show it small. */
  isTinyOnPhones?: boolean;
  notice?: ReactNode;
  placeholder?: string | undefined;
  children: ReactNode;
}

function Browser({ title, startsNarrow, isExample = false, placeholder, notice, children, ...rest }: BrowserProps) {
  const [width, setWidth] = useState<(typeof widths)[number]>(startsNarrow ? 'phone' : 'wide');
  const isTiny = width === 'phone' && rest.isTinyOnPhones;
  return (
    <section aria-label={text.preview} className={`shrinks column ${styles['browser']}`}>
      <div className={`pane-head ${styles['bar']}`}>
        <span aria-hidden="true" className={styles['dots']} />
        <p className={`soft-xs shrinks ellipsis grow ${styles['title']}`}>{title}</p>
        <div aria-label={text.widths} className="row" role="group">
          {widths.map((name) => (
            <button
              aria-pressed={name === width}
              className={`soft-xs bare accent-hover ${styles['width']}`}
              key={name}
              onClick={() => setWidth(name)}
              type="button"
            >
              {text.widthNames[name]}
            </button>
          ))}
        </div>
      </div>
      <div className={classNames('column', styles['stage'], isExample && styles['example'])} inert={isExample}>
        {notice}
        {placeholder === undefined ? (
          <div className={classNames(styles['device'], styles[width], isTiny && styles['tiny'])} ref={measureWidth}>
            {children}
          </div>
        ) : (
          <p className="soft-md placeholder">{placeholder}</p>
        )}
        {isExample && <span className={`soft-xs ${styles['mark']}`}>{text.exampleMark}</span>}
      </div>
    </section>
  );
}

/** Rendering a longer page after each pause would slow down typing on a phone. */
const MAX_AUTOMATIC_LENGTH = 300_000;

/** Typing leaves one of the ends as it is; a text that replaces another changes both. */
const isReplaced = (before: string, after: string): boolean =>
  before.slice(0, 200) !== after.slice(0, 200) && before.slice(-50) !== after.slice(-50);

interface BrowserFrameProps {
  html: string;
  title: string;
  isVisible: boolean;
  startsNarrow: boolean;
  isExample?: boolean;
}

/** Shows the page shortly after each change. A large page is updated only on request. */
export function BrowserFrame({ html, title, isVisible, startsNarrow, isExample = false }: BrowserFrameProps) {
  const [shown, setShown] = useState({ html, isExample });
  const isLarge = html.length > MAX_AUTOMATIC_LENGTH;
  const isFirst = shown.html === '' || shown.isExample !== isExample || isReplaced(shown.html, html);
  if (isVisible && (isFirst || !isLarge) && (shown.html !== html || shown.isExample !== isExample)) {
    setShown({ html, isExample });
  }
  const pageTitle = useMemo(() => pageTitleOf(html), [html]);
  const isTiny = useMemo(() => isTinyOnPhones(html), [html]);
  const notice = isLarge && shown.html !== html && (
    <div className="amber-box between">
      <p>{previewTexts.paused}</p>
      <Button onClick={() => setShown({ html, isExample })} size="sm">
        {previewTexts.refresh}
      </Button>
    </div>
  );
  return (
    <Browser
      isExample={isExample}
      isTinyOnPhones={isTiny}
      notice={notice}
      startsNarrow={startsNarrow}
      title={pageTitle}
    >
      <PageFrame html={shown.html} isEdited title={title} />
    </Browser>
  );
}

interface FilesBrowserProps extends Pick<BrowserProps, 'title' | 'startsNarrow' | 'notice'> {
  /** Undefined as long as the server has no preview. */
  address: string | undefined;
  placeholder: string;
}

/** Shows a page with several files, which the server renders. */
export function FilesBrowser({ address, placeholder, ...frame }: FilesBrowserProps) {
  return (
    <Browser {...frame} placeholder={address === undefined ? placeholder : undefined}>
      {address !== undefined && <FilesFrame address={address} title={filesTexts.preview} />}
    </Browser>
  );
}
