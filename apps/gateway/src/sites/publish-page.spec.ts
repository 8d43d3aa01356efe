import { randomUUID } from 'node:crypto';
import { accountMessages, pageAddressesOf, ServiceError, signInMessages } from '@haru/contracts';
import { expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { PublishPage, type PublishRequest } from './publish-page.js';

it('says why a visitor’s page is refused also when the account that was made for it cannot be deleted', async () => {
  const refusal = new ServiceError('PAGE_REFUSED', {
    findings: [{ rule: 'credential.password', line: 1, column: 1, excerpt: '<input>' }],
  });
  const failure = new ServiceError('SERVICE_UNAVAILABLE');
  const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
  const claims = Buffer.from(JSON.stringify({ session_id: randomUUID() })).toString('base64url');
  const call = jest.fn((message: object, _request: object, _context: object) => {
    if (message === signInMessages.createTemporaryAccount) {
      return Promise.resolve({ access_token: `.${claims}.`, user: { id: randomUUID(), is_anonymous: true } });
    }
    return Promise.reject(message === accountMessages.deleteAccount ? failure : refusal);
  });
  const [services, charges, limits, addresses, policy] = [
    { call },
    { counted: (_charged: object, act: (charge: object) => unknown) => act({ isProven: false }) },
    { take: () => Promise.resolve() },
    pageAddressesOf({ PUBLIC_ORIGIN: 'https://haru.example', PAGES_ORIGIN: 'https://haru-pages.example' }),
    { customPath: [], noindex: [] },
  ] as unknown as ConstructorParameters<typeof PublishPage>;
  const publishing = new PublishPage(services, charges, limits, addresses, policy).publish(
    { body: { html_content: '<input>' }, http: { request: { ip: '::1' } } } as PublishRequest,
    { requestId: randomUUID(), caller: { role: 'anon' } },
  );
  await expect(publishing).rejects.toBe(refusal);
  expect(call).toHaveBeenCalledWith(accountMessages.deleteAccount, {}, expect.anything());
  expect(logged).toHaveBeenCalledWith(expect.objectContaining({ cause: failure }));
  logged.mockRestore();
});
