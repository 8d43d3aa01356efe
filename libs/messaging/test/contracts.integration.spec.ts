import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { RequestContext } from '@haru/contracts';
import type { TestProcess } from '@haru/testing';
import type { RequestClient } from '../src/index.js';
import { testMessages, unhandledMessage } from './fixtures/messages.js';
import { context, errorOf, Harness } from './harness.js';

jest.setTimeout(60_000);

const MIB = 1_048_576;

describe('a request', () => {
  let harness: Harness;
  let replica: TestProcess;
  let client: RequestClient;
  beforeAll(async () => {
    harness = await Harness.start();
    replica = await harness.replica();
    client = await harness.client();
  });
  afterAll(() => harness.end());

  const echo = async (text: string): Promise<string> => (await client.call(testMessages.echo, { text }, context)).text;

  it('brings request id, caller and trace context with it', async () => {
    const sent: RequestContext = {
      requestId: 'req-42',
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      caller: {
        role: 'authenticated',
        accountId: '0198a5c4-7b1e-7f00-8000-3c9a5d2e1f01',
        sessionId: '0198a5c4-7b1e-7f00-8000-3c9a5d2e1f02',
        isAnonymous: true,
      },
    };
    expect(await client.call(testMessages.showContext, {}, sent)).toEqual(sent);
  });

  it('that does not fit its contract is VALIDATION_FAILED with each field named', async () => {
    const wrong = JSON.parse('{"site":{"path":5,"tags":[1,"two"]}}') as { site: { path: string; tags: number[] } };
    const error = await errorOf(client.call(testMessages.nested, wrong, context));
    expect(error.code).toBe('VALIDATION_FAILED');
    expect(error.faults.map(({ field }) => field)).toEqual(['site.path', 'site.tags.1']);
    expect(error.faults.every(({ message }) => message.length > 0)).toBe(true);
  });

  it('with a context that does not fit is VALIDATION_FAILED too', async () => {
    const error = await errorOf(client.call(testMessages.showContext, {}, { ...context, requestId: '' }));
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED', faults: [{ field: 'context.requestId' }] });
  });

  it('that is refused gives the refusal as the handler threw it', async () => {
    const error = await errorOf(client.call(testMessages.fail, { how: 'refuse' }, context));
    expect(error).toMatchObject({
      code: 'PATH_TAKEN',
      message: 'that one is gone',
      faults: [{ field: 'path', message: 'taken' }],
      retryAfterSeconds: 7,
    });
  });

  it('that is refused with a code outside its contract is a fault, which names both', async () => {
    const error = await errorOf(client.call(testMessages.fail, { how: 'refuseOutsideContract' }, context));
    expect(error.code).toBe('UNKNOWN_ERROR');
    await replica.waitForLine(/sites\.testFail was refused with SITE_EXPIRED, which its contract does not list/);
  });

  it('whose handler fails gives UNKNOWN_ERROR without detail, logged once with the request id', async () => {
    const sent = { ...context, requestId: 'crash-1' };
    const error = await errorOf(client.call(testMessages.fail, { how: 'crash' }, sent));
    expect(error.code).toBe('UNKNOWN_ERROR');
    expect(JSON.stringify([error.message, error.faults, error.stack, error.cause])).not.toContain('secret');
    const line = await replica.waitForLine(/the secret detail/);
    expect(line).toContain('crash-1');
    expect(replica.lines.filter((each) => each.includes('the secret detail'))).toHaveLength(1);
  });

  it('whose handler lacks what it needs gives SERVICE_UNAVAILABLE without detail, logged once with the request id', async () => {
    const sent = { ...context, requestId: 'lack-1' };
    const error = await errorOf(client.call(testMessages.fail, { how: 'lackDatabase' }, sent));
    expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1, message: 'SERVICE_UNAVAILABLE' });
    expect(await replica.waitForLine(/the database is unavailable/)).toContain('lack-1');
    expect(replica.lines.filter((each) => each.includes('the database is unavailable'))).toHaveLength(1);
  });

  it('whose reply is not what the contract says gives UNKNOWN_ERROR', async () => {
    const error = await errorOf(client.call(testMessages.fail, { how: 'wrongReply' }, context));
    expect(error.code).toBe('UNKNOWN_ERROR');
  });

  it('that the replicas do not know is SERVICE_UNAVAILABLE', async () => {
    const error = await errorOf(client.call(unhandledMessage, {}, context));
    expect(error.code).toBe('SERVICE_UNAVAILABLE');
  });

  it.each([
    ['Japanese and emoji', '貼る 🌸 👩‍👩‍👧'],
    ['byte order mark, CRLF, lone CR, line separators', '\uFEFFa\r\nb\rc\u2028d\u2029e\nf'],
    ['NUL and control characters', 'a\u0000b\u001fc\u007f'],
    ['unpaired surrogates', 'a\ud800b\udc00c'],
    ['what looks like our own framing', '{"id":1}\n{"id":2}'],
    ['nothing', ''],
  ])('and its reply are exact: %s', async (_what, text) => {
    expect(await echo(text)).toBe(text);
  });

  it('and its reply may have 2 MiB, and 1 MiB that JSON writes as 6', async () => {
    const large = 'あ'.repeat((2 * MIB) / 3);
    expect((await echo(large)) === large).toBe(true);
    const escaped = '\u0001'.repeat(MIB);
    expect((await echo(escaped)) === escaped).toBe(true);
  });

  it('over 8 MiB is PAYLOAD_TOO_LARGE without waiting', async () => {
    const error = await errorOf(client.call(testMessages.echo, { text: 'x'.repeat(8 * MIB) }, context));
    expect(error.code).toBe('PAYLOAD_TOO_LARGE');
    expect(client.pending).toBe(0);
  });

  it('and 63 others with 1 MiB each are all answered', async () => {
    // These are 64 MiB of replies: twice what Redis lets a subscriber leave unread.
    const texts = Array.from({ length: 64 }, (_, n) => String(n).padEnd(MIB, 'x'));
    const replies = await Promise.all(texts.map(echo));
    expect(replies.every((reply, n) => reply === texts[n])).toBe(true);
  });
});
