import { describe, expect, it } from '@jest/globals';
import { json, useFakeServer } from '../../testing/server/fake-server.js';
import { createConfigLoader } from '../../http/app-config.js';
import { createAuthClientLoader } from '../client/auth-client.js';
import { FLOW_ID_PARAMETER, startedHere } from './link-arrival.js';

const { open } = createAuthClientLoader({
  loadConfig: createConfigLoader(),
  onSession: () => undefined,
  onEnd: () => undefined,
});

describe('a flow', () => {
  const server = useFakeServer();

  it('is known to the browser that asked for the mail, until its code is exchanged', async () => {
    server().answer('POST /auth/v1/recover', () => json(200, {}));
    const client = await open();
    await client.resetPasswordForEmail('haru@example.jp', { redirectTo: 'https://haru.example/auth/reset-password' });
    const [request] = server().to('POST /auth/v1/recover');
    expect(request?.body).toMatchObject({ code_challenge: expect.any(String), code_challenge_method: 's256' });
    const redirectTo = new URL(request?.query.get('redirect_to') ?? '');
    const flowId = redirectTo.searchParams.get(FLOW_ID_PARAMETER) ?? '';
    expect(startedHere(flowId)).toBe(true);

    server().answer('POST /auth/v1/token', () => json(404, { code: 'flow_state_not_found', message: 'gone' }));
    await client.exchangeCodeForSession('code', { flowId });
    expect(startedHere(flowId)).toBe(false);
  });

  it.each([undefined, '', 'f'.repeat(32), '../haru-session', 'F'.repeat(32)])('%p is not known', (flowId) => {
    expect(startedHere(flowId)).toBe(false);
  });
});
