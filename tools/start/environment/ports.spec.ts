import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { freePort } from '@haru/testing';
import { checkPorts } from './ports.js';

const listen = (port: number, host: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(port, host, () => resolve(server));
  });

describe('checking the ports before anything is started', () => {
  let server: Server | undefined;
  afterEach(() => void server?.close());

  it.each(['127.0.0.1', '::1'])('names a port that is taken on %s, and who has it', async (host) => {
    const port = await freePort();
    server = await listen(port, host);
    const check = checkPorts([{ port, what: 'the app', variable: 'PORT' }], '127.0.0.1');
    await expect(check).rejects.toThrow(new RegExp(`Port ${port} \\(for the app\\) is taken.*PORT=\\d+`));
    if (process.platform === 'linux') await expect(check).rejects.toThrow(`(process ${process.pid})`);
  });

  it('is content with free ports', async () => {
    await checkPorts([{ port: await freePort(), what: 'the app', variable: 'PORT' }], '127.0.0.1');
  });
});
