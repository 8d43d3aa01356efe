/** How often a visible tab looks whether an awaited confirmation has come. */
const LOOK_EVERY_MS = 15_000;

/**
 * A confirmation on another device changes the account, but not the copy of it in this browser. `look` is called when
 * the tab is shown or gets the focus, and from time to time while a confirmation is awaited; once at a time.
 */
export function followPendingAddress(look: () => Promise<void>): { awaited: (awaited: boolean) => void } {
  let timer: number | undefined;
  let looking = false;

  const lookOnce = async () => {
    if (looking || document.visibilityState !== 'visible') return;
    looking = true;
    try {
      await look();
    } catch (error) {
      console.warn('the account was not read', error);
    } finally {
      looking = false;
    }
  };
  document.addEventListener('visibilitychange', () => void lookOnce());
  window.addEventListener('focus', () => void lookOnce());

  return {
    awaited: (awaited) => {
      if (awaited === (timer !== undefined)) return;
      window.clearInterval(timer);
      timer = awaited ? window.setInterval(() => void lookOnce(), LOOK_EVERY_MS) : undefined;
    },
  };
}
