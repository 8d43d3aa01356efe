import { previewFrame, type PreviewFrameRequest } from '@haru/contracts';
import { useEffect, useRef } from 'react';
import { useGetAppConfigQuery } from '../../api/api.js';
import styles from './static-page.module.css';

/**
 * The page may be harmful, so its scripts do not run and nothing is loaded for it. The pages host serves the frame,
 * because a frame of the app would have the app's Content-Security-Policy.
 */
export function StaticPage({ html, title }: { html: string; title: string }) {
  const pagesOrigin = useGetAppConfigQuery().data?.pagesOrigin;
  const frame = useRef<HTMLIFrameElement>(null);

  useEffect(() => {
    const send = ({ source, data }: MessageEvent<unknown>) => {
      const target = frame.current?.contentWindow;
      if (!target || source !== target || !isReady(data)) return;
      // An opaque origin has no name, so the message is for any.
      target.postMessage({ haruPreview: 'staticPage', html } satisfies PreviewFrameRequest, '*');
    };
    window.addEventListener('message', send);
    return () => window.removeEventListener('message', send);
  }, [html]);

  if (pagesOrigin === undefined) return null;
  return (
    <div className={styles['picture']} inert>
      <iframe
        className={styles['page']}
        // A frame takes one page.
        key={html}
        ref={frame}
        sandbox={previewFrame.sandbox}
        src={pagesOrigin + previewFrame.path}
        tabIndex={-1}
        title={title}
      />
    </div>
  );
}

function isReady(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'haruPreview' in data && data.haruPreview === 'ready';
}
