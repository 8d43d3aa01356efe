/**
 * The app shows an unpublished page in this document on the pages host: the text arrives by `postMessage`, because a
 * frame with a text of the app's own (`srcdoc`, `blob:`) inherits the app's Content-Security-Policy.
 */
export const previewFrame = {
  path: '/preview-frame',
  /** The sandbox equals a share link's, but the page may not navigate the top. */
  sandbox:
    'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads allow-pointer-lock',
} as const;

export interface PagePlace {
  x: number;
  y: number;
}

/**
 * The app sends these to the frame. A page is accepted once; `scroll` moves it. The scripts of a `staticPage` do not
 * run, and a frame that does not know the message shows nothing.
 */
export type PreviewFrameRequest =
  | { haruPreview: 'page'; html: string; place: PagePlace }
  | { haruPreview: 'staticPage'; html: string }
  | { haruPreview: 'scroll'; place: PagePlace };

/** The frame sends these to the app: it can accept a page, the page is laid out, the page was scrolled. */
export type PreviewFrameEvent =
  { haruPreview: 'ready' } | { haruPreview: 'shown' } | { haruPreview: 'scrolled'; place: PagePlace };
