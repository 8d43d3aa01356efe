import { inspect } from 'node:util';
import { createSmtp, startProxy, type SmtpUnderTest, type TestProxy } from '@haru/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { register } from 'prom-client';
import { isRefusedForGood, smtpTransport } from './smtp.js';

const mail = {
  from: 'haru@example.com',
  to: 'someone@example.com',
  subject: 'one',
  text: 'one',
  html: '<p>one</p>',
  messageId: '<one@example.com>',
};

let smtp: SmtpUnderTest;
let proxy: TestProxy;
beforeEach(async () => {
  smtp = await createSmtp();
  await smtp.start();
  proxy = await startProxy(Number(new URL(smtp.url).port));
});
afterEach(async () => {
  await proxy.stop();
  await smtp.stop();
});

const drops = async (): Promise<number> => {
  const values = (await register.getSingleMetric('haru_connections_dropped_total')?.get())?.values ?? [];
  return values.find(({ labels }) => labels['target'] === 'SMTP')?.value ?? 0;
};

it('gives up a mail server that fell silent, counts it, and sends the next mail over another connection', async () => {
  const transport = smtpTransport(`smtp://127.0.0.1:${proxy.port}`, {
    connectMs: 1_500,
    greetingMs: 1_500,
    idleTimeoutMs: 1_500,
  });
  try {
    const before = await drops();
    proxy.fallSilent();
    await expect(transport.send(mail)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    expect(await drops()).toBe(before + 1);
    proxy.recover();
    await transport.send(mail);
    expect(smtp.mails).toHaveLength(1);
  } finally {
    transport.close();
  }
});

it('keeps the recipient out of the error of a refusal, which is logged', async () => {
  smtp.refused.add(mail.to);
  const transport = smtpTransport(smtp.url);
  const refusal: unknown = await transport.send(mail).catch((error: unknown) => error);
  transport.close();
  expect(isRefusedForGood(refusal)).toBe(true);
  expect(inspect(refusal)).toContain('Recipient address rejected');
  expect(inspect(refusal)).not.toContain('someone');
});

it('tries a mail again whose sender is refused, which is about the configuration', async () => {
  smtp.refused.add(mail.from);
  const transport = smtpTransport(smtp.url);
  const refusal: unknown = await transport.send(mail).catch((error: unknown) => error);
  transport.close();
  expect(refusal).toMatchObject({ responseCode: 550 });
  expect(isRefusedForGood(refusal)).toBe(false);
});
