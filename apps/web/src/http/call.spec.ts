import { describe, expect, it } from '@jest/globals';
import { json, noNetwork, refusal, useFakeServer } from '../testing/fake-server.js';
import { totalOf } from '../api/api.js';
import { call, failureOfThrown } from './call.js';
import { failureText } from './failure-text.js';

describe('call', () => {
  const server = useFakeServer();

  it('sends JSON with the public key, and answers with data and message', async () => {
    server().answer('POST /x', () => json(200, { message: 'できました', site: 1 }));
    const result = await call({ path: '/x', method: 'POST', body: { a: 1 }, anonKey: 'key' });
    expect(result).toMatchObject({ success: true, data: { site: 1 }, message: 'できました' });
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
    server().answer('GET /x', () => json(400, { success: false, error: 'だめ', code: 'VALIDATION_FAILED', details }));
    expect(await call({ path: '/x' })).toEqual({
      success: false,
      status: 400,
      error: 'だめ',
      code: 'VALIDATION_FAILED',
      details,
    });
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
