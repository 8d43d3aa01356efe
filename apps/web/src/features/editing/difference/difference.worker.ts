import { textDifference, type TextDifference } from './text-difference.js';

export interface DifferenceRequest {
  before: string;
  after: string;
}

/** Describes the used part of a worker's global scope, because the window's `postMessage` has other types. */
interface WorkerScope {
  addEventListener: (type: 'message', listener: (event: MessageEvent<DifferenceRequest>) => void) => void;
  postMessage: (answer: TextDifference) => void;
}

const scope = globalThis as unknown as WorkerScope;

scope.addEventListener('message', ({ data: { before, after } }) => scope.postMessage(textDifference(before, after)));
