import { textDifference, type TextDifference } from './text-difference.js';

export interface DifferenceRequest {
  before: string;
  after: string;
}

/** The part of a worker's global scope that is used here: the types of the window's `postMessage` are others. */
interface WorkerScope {
  addEventListener: (type: 'message', listener: (event: MessageEvent<DifferenceRequest>) => void) => void;
  postMessage: (answer: TextDifference) => void;
}

const scope = globalThis as unknown as WorkerScope;

scope.addEventListener('message', ({ data: { before, after } }) => scope.postMessage(textDifference(before, after)));
