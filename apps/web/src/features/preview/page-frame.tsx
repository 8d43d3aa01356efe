import { previewFrame, type PagePlace } from '@haru/contracts';
import { useEffect, useEffectEvent, useImperativeHandle, useRef, type Ref } from 'react';
import { useGetAppConfigQuery } from '../../api/api.js';
import styles from './page-frame.module.css';
import { PageFrames } from './page-frames.js';

export interface PageFrameHandle {
  scrollTo: (place: PagePlace) => void;
}

interface PageFrameProps {
  html: string;
  title: string;
  isEdited?: boolean;
  onScroll?: (place: PagePlace) => void;
  ref?: Ref<PageFrameHandle>;
}

/** Renders a page that is not published, in the sandbox of a share link. */
export function PageFrame({ html, title, isEdited, onScroll, ref }: PageFrameProps) {
  const pagesOrigin = useGetAppConfigQuery().data?.pagesOrigin;
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
      onScroll: (place) => scrolled(place),
    });
    show();
    return () => frames.current?.close();
  }, [pagesOrigin, title, isEdited]);
  useEffect(() => frames.current?.show(html), [html]);
  useImperativeHandle(ref, () => ({ scrollTo: (place) => frames.current?.scrollTo(place) }), []);

  return <div className={styles['frame']} ref={container} />;
}
