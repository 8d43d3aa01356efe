import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';

export interface UnfinishedRequest {
  asked: ClientRequest;
  answer(): Promise<{ status: number | undefined; body: unknown }>;
}

/** Sends the head and a few bytes of a body of 6 MB (chunked: of any size), and leaves the rest unsent. */
export function beginToPublish(origin: string, headers: Record<string, string> = {}): UnfinishedRequest {
  const asked = request(`${origin}/functions/v1/create-site`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(headers['transfer-encoding'] === undefined ? { 'content-length': '6000000' } : {}),
      ...headers,
    },
  });
  asked.write('{"html_content":"');
  return {
    asked,
    async answer() {
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      return { status: answer.statusCode, body: JSON.parse((await answer.toArray()).join('')) as unknown };
    },
  };
}
