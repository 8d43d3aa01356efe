import { setFlagsFromString } from 'node:v8';

/**
 * Call it in a process that handles pages. V8 counts the memory of buffers apart from its heap, and marks the whole
 * heap each time these have grown by 64 MB. Counted with the heap they are collected when both together have doubled:
 * with pages of 1 MiB from 64 callers a process stays below 450 MB. A growth of 20 % saves 60 MB of these, and a publish
 * of 20 KB takes a fifth more processor time of the process.
 */
export function countBuffersAsHeap(): void {
  setFlagsFromString('--external-memory-accounted-in-global-limit');
  setFlagsFromString('--heap-growing-percent=100');
}

/**
 * Frees a large buffer's memory immediately, not when V8 next collects, which saves collections. The buffer is empty
 * afterwards and may not be read. One that shares its memory stays as it is.
 */
export function freeBuffer(buffer: Buffer): void {
  const memory = buffer.buffer;
  const isAlone = buffer.length > 0 && buffer.length === memory.byteLength;
  if (isAlone && 'transfer' in memory) memory.transfer(0);
}
