import { Worker } from 'node:worker_threads';
import type { TreeLimits } from '@haru/contracts';
import type { UnpackMessage, UnpackTask } from './unpack-thread.js';

type UnpackedFile = Extract<UnpackMessage, { kind: 'file' }>;
export type UnpackOutcome = Exclude<UnpackMessage, UnpackedFile>;

/** Unpacking 50 MiB takes some seconds; storing 500 files takes as long again. */
const TIMEOUT_MS = 120_000;
const MAX_HEAP_MB = 96;

/** The archive itself is at fault, so that another attempt would fail too. */
export class UnpackFailed extends Error {}

/** Tests run the sources, which are TypeScript. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/**
 * Unpacks an archive in a separate thread, which holds one file in memory at a time.
 * @param take is called for each file; the thread unpacks the next one when it ends
 * @throws UnpackFailed when the thread fails or takes too long, and what `take` throws
 */
export async function unpackArchive(
  archive: Buffer,
  limits: TreeLimits,
  take: (file: UnpackedFile) => Promise<void>,
): Promise<UnpackOutcome> {
  // The copy has a buffer of its own, which can be transferred to the thread.
  const workerData: UnpackTask = { archive: new Uint8Array(archive), limits };
  const thread = new Worker(new URL(`./unpack-thread.${extension}`, import.meta.url), {
    workerData,
    transferList: [workerData.archive.buffer as ArrayBuffer],
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: 16 },
  });
  const ended = Promise.withResolvers<UnpackOutcome>();
  const timer = setTimeout(() => ended.reject(new UnpackFailed('unpacking took too long')), TIMEOUT_MS);
  thread.on('error', (cause) => ended.reject(new UnpackFailed('the thread that unpacks failed', { cause })));
  thread.on('exit', () => ended.reject(new UnpackFailed('the thread that unpacks ended early')));
  thread.on('message', (message: UnpackMessage) => {
    if (message.kind !== 'file') ended.resolve(message);
    else take(message).then(() => thread.postMessage('next'), ended.reject);
  });
  try {
    return await ended.promise;
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}
