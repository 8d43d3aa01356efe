const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** The pause between tries doubles. It ends when the connection or the tab comes back. */
export async function retryUntilSuccess(work: () => Promise<void>, onFailure: (error: unknown) => void): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      onFailure(error);
    }
    await pauseOrReturn(pauseMs);
  }
}

function pauseOrReturn(pauseMs: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = new AbortController();
    const retry = () => {
      window.clearTimeout(timer);
      stop.abort();
      resolve();
    };
    const timer = window.setTimeout(retry, pauseMs);
    window.addEventListener('online', retry, { signal: stop.signal });
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && retry(), {
      signal: stop.signal,
    });
  });
}

const POLL_EVERY_MS = 15_000;

/** A confirmation on another device changes the account, but not the copy of it in this browser. */
export function createPolling(check: () => Promise<void>) {
  let timer: number | undefined;
  let isChecking = false;

  const checkOnce = async () => {
    if (isChecking || document.visibilityState !== 'visible') return;
    isChecking = true;
    try {
      await check();
    } catch (error) {
      console.warn('the account was not read', error);
    } finally {
      isChecking = false;
    }
  };
  return {
    start: (): void => {
      document.addEventListener('visibilitychange', () => void checkOnce());
      window.addEventListener('focus', () => void checkOnce());
    },
    toggle: (isOn: boolean): void => {
      window.clearInterval(timer);
      timer = isOn ? window.setInterval(() => void checkOnce(), POLL_EVERY_MS) : undefined;
    },
  };
}

/** Loads code that is needed soon. A failure is only logged: the code is loaded again when needed. */
export async function preload(load: () => Promise<unknown>): Promise<void> {
  try {
    await load();
  } catch (error) {
    console.warn('code was not preloaded', error);
  }
}

/** The code of the first screen itself is loaded before. */
const AFTER_FIRST_SCREEN_MS = 1_000;

export function preloadWhenIdle(load: () => Promise<unknown>): void {
  setTimeout(() => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => void preload(load));
    else void preload(load);
  }, AFTER_FIRST_SCREEN_MS);
}
