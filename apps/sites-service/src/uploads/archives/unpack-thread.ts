import { hash } from 'node:crypto';
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { ServiceError, type TreeLimits, type UnpackReport } from '@haru/contracts';
import { listArchive, readEntry } from './read-archive.js';

export interface UnpackTask {
  archive: Uint8Array;
  limits: TreeLimits;
}

/** The thread sends each file and waits for an answer. At last it sends the rest of the report, or an error. */
export type UnpackMessage =
  | { kind: 'file'; path: string; hash: string; bytes: Uint8Array }
  | { kind: 'end'; renamed: UnpackReport['renamed']; leftOut: string[] }
  | { kind: 'error'; code: string; message: string; entry: string | undefined };

const port = parentPort;
if (!port) throw new Error('this module is the entry of a thread');
const { archive, limits } = workerData as UnpackTask;

const send = (message: UnpackMessage): void => port.postMessage(message);

try {
  const { zip, files, renamed, leftOut } = await listArchive(Buffer.from(archive.buffer), limits);
  for (const { path, entry } of files) {
    const bytes = await readEntry(zip, entry, path);
    const answered = once(port, 'message');
    send({ kind: 'file', path, hash: hash('sha256', bytes), bytes });
    await answered;
  }
  send({ kind: 'end', renamed, leftOut });
} catch (error) {
  if (!(error instanceof ServiceError)) throw error;
  const { code, message, faults } = error;
  send({ kind: 'error', code, message: error.hasOwnMessage ? message : '', entry: faults[0]?.field });
} finally {
  port.close();
}
