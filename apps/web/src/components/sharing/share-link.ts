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
