import { RequestClient } from '@haru/messaging';

/** A connection to the other services, and to everybody who listens. */
export async function connectedClient(redisUrl: string): Promise<RequestClient> {
  const client = new RequestClient({ redisUrl });
  await client.connect();
  return client;
}
