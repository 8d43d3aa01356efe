import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

interface Sent {
  method?: 'GET' | 'POST' | 'PUT';
  headers?: Record<string, string>;
  body?: unknown;
}

/** Sends a request and reads the answer. The first `fetch` of a process takes 10 MB until its end. */
export async function send(
  url: string,
  { method, headers, body }: Sent = {},
): Promise<{ status: number; text: string }> {
  const sent = request(url, { method, headers, signal: AbortSignal.timeout(30_000) });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, text: await text(answer) };
}
