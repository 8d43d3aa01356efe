import { request as requestHttp, type IncomingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { CommandError, exitCodes } from '../errors.js';

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers: Readonly<Record<string, string>>;
  body?: string | Buffer | undefined;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

const TIMEOUT_MS = 90_000;

/** Sends one request. Node's `fetch` would send `Sec-Fetch-Mode`, as browsers do, and publishing refuses those. */
export async function send(url: URL, { method, headers, body }: Call): Promise<Answer> {
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const start = url.protocol === 'https:' ? requestHttps : requestHttp;
      const request = start(url, { method, headers, timeout: TIMEOUT_MS }, (response) => {
        buffer(response).then(
          (bytes) =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text: bytes.toString('utf8') }),
          reject,
        );
      });
      request.on('timeout', () => request.destroy(new Error('no answer in time')));
      request.on('error', reject);
      request.end(body);
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(exitCodes.failed, 'NETWORK', `${url.host} was not reached: ${reason}`);
  }
}
