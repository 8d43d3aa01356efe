import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** The proxy can cut clients off from their server as when its host is lost: neither side is notified. */
export interface TestProxy {
  port: number;
  /** Counts the connections that clients have open. */
  readonly open: number;
  /** From here on nothing passes and nothing is closed. New connections are accepted and get no answer. */
  fallSilent(): void;
  /** New connections reach the server again. Silent ones stay so, as with a host that is back after a crash. */
  recover(): void;
  /** From here on connections are refused. It may be called again. */
  stop(): Promise<void>;
}

/**
 * @param target the server's port on the loopback interface
 * @param port the proxy's own; a free one when left out
 */
export async function startProxy(target: number, port = 0): Promise<TestProxy> {
  const links = new Map<Socket, { isSilent: boolean }>();
  let isSilent = false;
  const server = createServer((client) => {
    const link = { isSilent };
    links.set(client, link);
    const upstream = connect(target, '127.0.0.1');
    client.on('data', (bytes) => !link.isSilent && upstream.write(bytes));
    upstream.on('data', (bytes) => !link.isSilent && client.write(bytes));
    client.on('close', () => {
      links.delete(client);
      upstream.destroy();
    });
    upstream.on('close', () => !link.isSilent && client.destroy());
    // A killed process resets its connections; 'close' follows.
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    port: address.port,
    get open() {
      return links.size;
    },
    fallSilent() {
      isSilent = true;
      for (const link of links.values()) link.isSilent = true;
    },
    recover() {
      isSilent = false;
    },
    async stop() {
      if (!server.listening) return;
      for (const client of links.keys()) client.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
