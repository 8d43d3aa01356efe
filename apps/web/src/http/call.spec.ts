import type { Proof } from '@haru/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { json, noNetwork, refusal, type SeenRequest, useFakeServer } from '../testing/server/fake-server.js';
import { challenge, proofRequired, SolvingWorker } from '../testing/solving-worker.js';
import { totalOf } from '../api/api.js';
import { call } from './call.js';
import { failureOfThrown, failureText } from './failure.js';

describe('call', () => {
  const server = useFakeServer();

  it('sends JSON with the public key, and answers with data', async () => {
    server().answer('POST /x', () => json(200, { site: 1 }));
    const result = await call({ path: '/x', method: 'POST', body: { a: 1 }, anonKey: 'key' });
    expect(result).toMatchObject({ success: true, data: { site: 1 } });
    const [request] = server().to('POST /x');
    expect(request?.headers.get('content-type')).toBe('application/json');
    expect(request?.headers.get('apikey')).toBe('key');
    expect(request?.headers.get('authorization')).toBe('Bearer key');
  });

  it('prefers the account to the public key', async () => {
    server().answer('GET /x', () => json(200, {}));
    await call({ path: '/x', anonKey: 'key', accessToken: 'token' });
    expect(server().to('GET /x')[0]?.headers.get('authorization')).toBe('Bearer token');
  });

  it('passes on error, code and details', async () => {
    const details = [{ field: 'html_content', message: 'required' }];
    const answer = { success: false, error: 'だめ', code: 'VALIDATION_FAILED', details };
    server().answer('GET /x', () => json(400, answer));
    expect(await call({ path: '/x' })).toEqual({ ...answer, status: 400, answer });
  });

  it('has the text of its code loaded by the time it answers', async () => {
    server().answer('GET /x', () => refusal(404, 'REPORT_NOT_FOUND'));
    const result = await call({ path: '/x' });
    expect(result.success || failureText(result)).toBe('この報告は見つかりません。');
  });

  it('has a default text and a code for an answer without them', async () => {
    server().answer('GET /x', () => new Response('<h1>down</h1>', { status: 502 }));
    expect(await call({ path: '/x' })).toEqual({
      success: false,
      status: 502,
      error: 'リクエストに失敗しました',
      code: 'SERVICE_UNAVAILABLE',
    });
  });

  it('distinguishes a missing network from a late answer, and what is no error from both', async () => {
    server().answer('GET /x', noNetwork);
    expect(await call({ path: '/x' })).toEqual({ success: false, error: 'Failed to fetch', code: 'NETWORK_ERROR' });
    expect(failureOfThrown(new DOMException('late', 'TimeoutError')).code).toBe('SERVICE_TIMEOUT');
    expect(failureOfThrown('odd')).toEqual({
      success: false,
      error: 'ネットワークエラーが発生しました',
      code: 'NETWORK_ERROR',
    });
  });

  it('knows how long to wait', async () => {
    server().answer('GET /x', () => refusal(429, 'RATE_LIMITED', { 'retry-after': '42' }));
    const result = await call({ path: '/x' });
    expect(result.success ? '' : failureText(result)).toBe('短時間に操作が多すぎます。あと42秒お待ちください。');
  });

  describe('where the server asks for a proof of work', () => {
    const publish = () => call({ path: '/x', method: 'POST', body: { a: 1 }, headers: { 'idempotency-key': 'k' } });
    const proofOf = (request: SeenRequest | undefined) =>
      JSON.parse(window.atob(request?.headers.get('x-haru-proof') ?? '')) as Proof;

    beforeEach(() => void Object.assign(globalThis, { Worker: SolvingWorker }));
    afterEach(() => void Reflect.deleteProperty(globalThis, 'Worker'));

    it('solves the challenge and repeats the call with the same body and key', async () => {
      server().answer('POST /x', ({ headers }) =>
        headers.has('x-haru-proof') ? json(200, { done: true }) : proofRequired(),
      );
      expect(await publish()).toMatchObject({ success: true, data: { done: true } });
      const [first, second, ...more] = server().to('POST /x');
      expect(more).toEqual([]);
      expect([second?.body, second?.headers.get('idempotency-key')]).toEqual([first?.body, 'k']);
      const { solution, ...rest } = proofOf(second);
      expect(rest).toEqual({ challenge });
      expect(solution.derivedKey).toMatch(/^00/);
    });

    it('solves another one when the first was counted already, and then no more', async () => {
      server().answer('POST /x', proofRequired);
      expect(await publish()).toMatchObject({ success: false, code: 'PROOF_REQUIRED' });
      expect(server().to('POST /x')).toHaveLength(3);
    });

    it('hands out the refusal where the browser cannot solve it', async () => {
      Reflect.deleteProperty(globalThis, 'Worker');
      const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
      server().answer('POST /x', proofRequired);
      const result = await publish();
      expect(result.success || failureText(result)).toMatch(/^自動送信でないことの確認を完了できませんでした。/);
      expect(server().to('POST /x')).toHaveLength(1);
      expect(warn).toHaveBeenCalledWith('the challenge was not solved', expect.anything());
      warn.mockRestore();
    });
  });

  it('has a text for a code it has never heard of', () => {
    expect(failureText({ success: false, error: '', code: 'constructor' })).toMatch(/^予期しない問題が起きました。/);
  });
});

describe('the total of a Content-Range', () => {
  it.each([
    ['0-24/1234', 1234],
    ['*/0', 0],
    ['0-24/*', undefined],
    [null, undefined],
  ])('of %p is %p', (header, total) => {
    expect(totalOf(header)).toBe(total);
  });
});
