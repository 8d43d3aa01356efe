import { webcrypto } from 'node:crypto';
import { TestEnvironment } from 'jest-environment-jsdom';

/**
 * jsdom with Node's fetch, files, streams, text codecs and WebCrypto. Everything else stays jsdom's own: its event targets
 * take no foreign AbortSignal, and Node's BroadcastChannel would keep the test process alive.
 */
export default class WebEnvironment extends TestEnvironment {
  constructor(...args) {
    super(...args);
    Object.assign(this.global, { TextDecoder, TextEncoder, Headers, Request, Response, fetch, Blob, File });
    Object.assign(this.global, { ReadableStream, WritableStream, TransformStream, DecompressionStream });
    // jsdom's window has a getter whose value lacks `subtle`.
    Object.defineProperty(this.global, 'crypto', { value: webcrypto, configurable: true });
  }
}
