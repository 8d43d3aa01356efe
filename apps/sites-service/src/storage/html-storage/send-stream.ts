import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Sends a stream to a client. It is no fault when the client leaves before the end. */
export async function sendStream(stream: Readable, response: Writable): Promise<void> {
  await pipeline(stream, response).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
