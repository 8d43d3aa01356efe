import type { DifferenceRequest } from '../features/editing/difference/difference.worker.js';
import { textDifference, type TextDifference } from '../features/editing/difference/text-difference.js';

/** Compares in the page itself: jsdom has no workers. */
export class DifferenceWorker {
  onmessage?: (event: { data: TextDifference }) => void;
  terminate = () => undefined;
  postMessage({ before, after }: DifferenceRequest): void {
    this.onmessage?.({ data: textDifference(before, after) });
  }
}
