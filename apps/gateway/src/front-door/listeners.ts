import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/**
 * Node accepts one connection of each listening socket in a turn of the event loop. Under overload a turn takes
 * milliseconds, and hundreds of new connections would wait for seconds before they are even refused.
 */
const LISTENERS = 32;
/** So many connections of each socket wait to be accepted. Others are dropped and tried again after 1 s. */
export const BACKLOG = 4_096;

/** The sockets of one port share its new connections only on Linux; elsewhere the gateway has one. */
export const canShareAPort = process.platform === 'linux';

/** @throws Error EADDRINUSE, which sockets that share their port do not report to each other */
export async function requireFreePort(port: number, host: string): Promise<void> {
  if (port === 0) return;
  const probe = createServer().listen({ port, host, exclusive: true });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

/**
 * Listens on the server's port with further sockets, and gives the server their connections.
 * @param server listens with `reusePort`
 * @returns a function that ends them and waits for their connections' end, which the server itself does not
 */
export async function addListeners(server: Server): Promise<() => Promise<void>> {
  const { port, address: host } = server.address() as AddressInfo;
  const others = Array.from({ length: LISTENERS - 1 }, () =>
    createServer({ noDelay: true }, (socket) => server.emit('connection', socket)),
  );
  await Promise.all(
    others.map((other) =>
      once(other.listen({ port, host, reusePort: true, exclusive: true, backlog: BACKLOG }), 'listening'),
    ),
  );
  return async () => {
    await Promise.all(others.map((other) => once(other.close(), 'close')));
  };
}
