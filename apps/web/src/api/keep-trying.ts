const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Does `work` until it succeeds: after a pause that doubles each time, and at once when the connection or the tab
 * comes back. Each failure is told to `onFailure`.
 */
export async function keepTrying(work: () => Promise<void>, onFailure: (error: unknown) => void): Promise<void> {
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
    const goOn = () => {
      window.clearTimeout(timer);
      stop.abort();
      resolve();
    };
    const timer = window.setTimeout(goOn, pauseMs);
    window.addEventListener('online', goOn, { signal: stop.signal });
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && goOn(), {
      signal: stop.signal,
    });
  });
}
