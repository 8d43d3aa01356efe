/**
 * The document on the pages host in which the app shows a page that is not published: the text comes by `postMessage`,
 * because a frame with a text of the app's own (`srcdoc`, `blob:`) inherits the app's Content-Security-Policy.
 */
export const previewFrame = {
  path: '/preview-frame',
  /** As of a share link, but the page may not navigate the top. */
  sandbox:
    'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads allow-pointer-lock',
} as const;

export interface PagePlace {
  x: number;
  y: number;
}

/**
 * From the app to the frame. A page is taken once; `scroll` moves it. The scripts of a `staticPage` do not run, and a
 * frame that does not know the message shows nothing.
 */
export type PreviewFrameRequest =
  | { haruPreview: 'page'; html: string; place: PagePlace }
  | { haruPreview: 'staticPage'; html: string }
  | { haruPreview: 'scroll'; place: PagePlace };

/** From the frame to the app: it can take a page, the page is laid out, the page was scrolled. */
export type PreviewFrameEvent =
  { haruPreview: 'ready' } | { haruPreview: 'shown' } | { haruPreview: 'scrolled'; place: PagePlace };
