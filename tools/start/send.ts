import { once } from 'node:events';
import { request, type IncomingMessage, type RequestOptions } from 'node:http';
import { text } from 'node:stream/consumers';

/** Sends a request and reads the answer. The first `fetch` of a process takes 10 MB until its end. */
export async function send(url: string, options: RequestOptions = {}, body?: object) {
  const sent = request(url, { ...options, signal: AbortSignal.timeout(30_000) });
  sent.end(body && JSON.stringify(body));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, text: await text(answer) };
}
