import { useEffect, useState } from 'react';
import type { DifferenceRequest } from './difference.worker.js';
import type { TextDifference } from './text-difference.js';

/** It is longer than the worker's own limit, for a device on which even cutting the texts into pieces takes long. */
const TIME_LIMIT_MS = 10_000;

/** Computes the difference of two texts in a worker; undefined while it is being computed. */
export function useTextDifference(before: string, after: string): TextDifference | undefined {
  const [result, setResult] = useState<DifferenceRequest & { difference: TextDifference }>();
  useEffect(() => {
    const worker = new Worker(new URL('./difference.worker.ts', import.meta.url), { type: 'module' });
    const finish = (difference: TextDifference) => {
      worker.terminate();
      setResult({ before, after, difference });
    };
    const timer = window.setTimeout(() => finish({ kind: 'gaveUp' }), TIME_LIMIT_MS);
    worker.onmessage = ({ data }: MessageEvent<TextDifference>) => finish(data);
    // The worker's script could not be loaded, or memory ran out.
    worker.onerror = () => finish({ kind: 'gaveUp' });
    worker.postMessage({ before, after } satisfies DifferenceRequest);
    return () => {
      window.clearTimeout(timer);
      worker.terminate();
    };
  }, [before, after]);
  return result?.before === before && result.after === after ? result.difference : undefined;
}
