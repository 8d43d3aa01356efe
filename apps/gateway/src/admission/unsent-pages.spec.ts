import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import type { ServiceError } from '@haru/contracts';
import { UnsentPages } from './unsent-pages.js';

/** It closes on request, or when it is destroyed. */
class Response extends EventEmitter {
  destroyed = false;

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

describe('UnsentPages', () => {
  const pagesOf = (maxBytes: number) => {
    const pages = new UnsentPages(maxBytes);
    const reserve = async (client: string, bytes = 10, response = new Response()) => {
      const raw = response as unknown as ServerResponse;
      await pages.reserve(client, raw, bytes).catch((error: unknown) => {
        expect(pages.hasRefused(raw)).toBe((error as ServiceError).code === 'SERVICE_BUSY');
        throw error;
      });
      const read = () => pages.noteRead(raw);
      return { response, read, send: (bytes: number) => pages.noteSending(raw, bytes) };
    };
    /** @returns the response, which is read, or undefined where it is refused */
    const ask = async (client: string, bytes = 10) => {
      try {
        const { response, read } = await reserve(client, bytes);
        read();
        return response;
      } catch (error) {
        expect(error).toMatchObject({ code: 'SERVICE_BUSY', retryAfterSeconds: 1 } satisfies Partial<ServiceError>);
        return undefined;
      }
    };
    return { reserve, ask };
  };

  it('give one client an eighth, until its answers are sent', async () => {
    const { ask } = pagesOf(240);
    const [first] = [await ask('a'), await ask('a'), await ask('a')];
    expect(await ask('a')).toBeUndefined();
    expect(await ask('b')).toBeDefined();
    const waiting = [ask('a'), ask('a')];
    first?.emit('close');
    expect((await Promise.all(waiting)).filter(Boolean)).toHaveLength(1);
  });

  it('are read one after the other for one client, unless one takes long', async () => {
    const { reserve } = pagesOf(800);
    const first = await reserve('a');
    const startedAt = performance.now();
    const order: string[] = [];
    const second = reserve('a').then(() => order.push('second'));
    await reserve('b').then(() => order.push('another client'));
    first.read();
    first.response.emit('close');
    await second;
    expect(order).toEqual(['another client', 'second']);
    expect(performance.now() - startedAt).toBeLessThan(90);
    await reserve('a');
    expect(performance.now() - startedAt).toBeGreaterThan(90);
  });

  it('keep a client to a rate, with half a second of it in advance', async () => {
    const { reserve } = pagesOf(800);
    (await reserve('a')).send(9 * 1024 * 1024);
    await reserve('a');
    (await reserve('a')).send(64 * 1024 * 1024);
    await expect(reserve('a')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 8 });
    await reserve('b');
  });

  it('are not read for a client that disconnects while it waits', async () => {
    const { reserve } = pagesOf(800);
    (await reserve('a')).send(64 * 1024 * 1024);
    const response = new Response();
    const waiting = reserve('a', 10, response);
    response.destroy();
    await expect(waiting).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('count until they are read when their client disconnects', async () => {
    const mebibyte = 1024 * 1024;
    const { reserve, ask } = pagesOf(8 * mebibyte);
    const { response, read } = await reserve('a', mebibyte);
    response.destroy();
    expect(await ask('a', mebibyte)).toBeUndefined();
    read();
    expect(await ask('a', mebibyte)).toBeDefined();
  });

  it('do not concern answers without pages', async () => {
    const { ask } = pagesOf(80);
    await ask('a');
    expect(await ask('a', 0)).toBeDefined();
  });

  it('take the oldest answers of the clients with the most for those with fewer', async () => {
    const { ask } = pagesOf(240);
    const floods = await Promise.all(
      [...'abcefghi'].map((client) => Promise.all([ask(client), ask(client), ask(client)])),
    );
    const reader = await ask('d');
    expect(reader?.destroyed).toBe(false);
    expect(floods.map((answers) => answers.map((answer) => answer?.destroyed))).toEqual([
      [true, false, false],
      ...Array.from({ length: 7 }, () => [false, false, false]),
    ]);
    expect(await ask('d')).toBeDefined();
    // Nobody has more than it would have then.
    expect(await ask('d')).toBeUndefined();
  });

  it('refuse where every client holds as little', async () => {
    const { ask } = pagesOf(240);
    for (let client = 0; client < 24; client++) expect(await ask(String(client))).toBeDefined();
    expect(await ask('another')).toBeUndefined();
  });
});
