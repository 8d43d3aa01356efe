import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The client left during the answer, or before it began. */
const LEFT = new Set<unknown>(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']);

/** Sends a stream to a client. It is no fault when the client leaves before the end. */
export async function sendStream(stream: Readable, response: Writable): Promise<void> {
  await pipeline(stream, response).catch((error: NodeJS.ErrnoException) => {
    // `pipeline` leaves it open if it cannot begin. An open stream keeps a file or one of the connections to S3.
    stream.destroy();
    if (!LEFT.has(error.code)) throw error;
  });
}
