import { previewFrame, type PagePlace } from '@haru/contracts';
import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { useAppConfig } from '../../api/api.js';
import { Loading } from '../../components/loading/loaded-part.js';
import styles from './page-frame.module.css';
import { PageFrames } from './page-frames.js';

export interface PageFrameHandle {
  scrollTo: (place: PagePlace) => void;
}

export interface PageFrameProps {
  html: string;
  title: string;
  isEdited?: boolean;
  isStatic?: boolean;
  onScroll?: (place: PagePlace) => void;
  ref?: Ref<PageFrameHandle>;
}

/**
 * Renders a page that is not published, in the sandbox of a share link. The pages host serves the frame, because a frame
 * of the app would have the app's Content-Security-Policy.
 */
export function PageFrame({ html, title, isEdited, isStatic, onScroll, ref }: PageFrameProps) {
  const pagesOrigin = useAppConfig((config) => config?.pagesOrigin);
  const container = useRef<HTMLDivElement>(null);
  const frames = useRef<PageFrames>(null);
  const scrolled = useEffectEvent((place: PagePlace) => onScroll?.(place));
  const show = useEffectEvent(() => frames.current?.show(html));

  useEffect(() => {
    if (pagesOrigin === undefined || !container.current) return undefined;
    frames.current = new PageFrames(container.current, {
      address: pagesOrigin + previewFrame.path,
      title,
      className: styles['page'],
      isEdited,
      isStatic,
      onScroll: (place) => scrolled(place),
    });
    show();
    return () => frames.current?.close();
  }, [pagesOrigin, title, isEdited, isStatic]);
  useEffect(() => frames.current?.show(html), [html]);
  useImperativeHandle(ref, () => ({ scrollTo: (place) => frames.current?.scrollTo(place) }), []);

  return <div className={styles['frame']} ref={container} />;
}

/** Shows a picture of a page that may be harmful, as a desktop window would have it. */
export function StaticPage({ html, title }: { html: string; title: string }) {
  return (
    <div className={`framed centred ${styles['picture']}`} inert>
      <Loading />
      <PageFrame html={html} isStatic title={title} />
    </div>
  );
}

/**
 * Shows files that the server serves for the app's own frames only. Another address gets another frame, because
 * navigating a frame adds an entry to the browser's history: the back button would then not leave the screen.
 */
export function FilesFrame({ address, title }: { address: string; title: string }) {
  const [drawn, setDrawn] = useState<string>();
  return (
    <div className={styles['frame']}>
      <iframe
        className={styles['page']}
        key={address}
        onLoad={() => setDrawn(address)}
        sandbox={previewFrame.sandbox}
        src={address}
        title={title}
      />
      {drawn !== address && (
        <div className={`box ${styles['loading']}`}>
          <Loading />
        </div>
      )}
    </div>
  );
}
