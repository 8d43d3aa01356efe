import { describe, expect, it } from '@jest/globals';
import { PassThrough, Readable } from 'node:stream';
import { sendStream } from './send-stream.js';

describe('sendStream', () => {
  it('closes the stream of a client that left before it began', async () => {
    const stream = Readable.from(['bytes']);
    const response = new PassThrough().destroy();
    await sendStream(stream, response);
    expect(stream.destroyed).toBe(true);
  });

  it('reports a stream that fails', async () => {
    const failing = new Readable({ read: () => undefined }).destroy(new Error('storage failed'));
    await expect(sendStream(failing, new PassThrough())).rejects.toThrow('storage failed');
  });
});
