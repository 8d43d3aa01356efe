/** Tells whether the system has a list of apps to share with; most desktops have none. */
export const canShare = (): boolean => 'share' in navigator;

/** Opens the system's list of apps. Where that fails, the link is copied; closing the list is no failure. */
export async function shareLink(link: ShareData, copyInstead: () => Promise<void>): Promise<void> {
  try {
    await navigator.share(link);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyInstead();
  }
}
