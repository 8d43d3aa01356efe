export const lineShareUrl = (url: string): string =>
  `https://social-plugins.line.me/lineit/share?${new URLSearchParams({ url }).toString()}`;

export const xShareUrl = (url: string, title: string): string =>
  `https://x.com/intent/post?${new URLSearchParams({ text: title, url }).toString()}`;

/** The start, as the key of a secret page, may be shortened. The end identifies the page, so it is shown whole. */
export function shownAddress(url: string) {
  const text = url.replace(/^https?:\/\//, '');
  const cut = text.includes('~') ? text.length : text.lastIndexOf('/') + 1;
  return { start: text.slice(0, cut), end: text.slice(cut) };
}

/** Tells whether the system has a list of apps to share with; most desktops have none. */
export const canShare = (): boolean => 'share' in navigator;

/** Opens the system's list of apps. Where that fails, the link is copied; closing the list is no failure. */
export async function shareLink(link: ShareData, copyInstead: () => void): Promise<void> {
  try {
    await navigator.share(link);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) copyInstead();
  }
}

export function downloadFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  downloadUrl(name, url);
  // The browser has read the blob at the press.
  URL.revokeObjectURL(url);
}

export function downloadUrl(name: string, url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
