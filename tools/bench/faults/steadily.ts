import { setInterval as every } from 'node:timers/promises';

/** Begins one after the other at a steady rate, whether or not they end, until told to stop; then waits for the last. */
export async function steadily(
  perSecond: number,
  signal: AbortSignal,
  begin: (index: number) => Promise<void>,
): Promise<void> {
  const inFlight = new Set<Promise<void>>();
  let index = 0;
  for await (const _ of every(1_000 / perSecond)) {
    if (signal.aborted) break;
    const one = begin(index++).finally(() => inFlight.delete(one));
    inFlight.add(one);
  }
  await Promise.all(inFlight);
}
