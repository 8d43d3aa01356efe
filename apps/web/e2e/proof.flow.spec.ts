import type { ProofChallengeAnswer } from '@haru/contracts';
import { expect, it } from '@jest/globals';
import { desktop, publishFromApp, startFlows } from './browser.js';

const { browser, system } = await startFlows();

it('the app solves the challenge that a publish is refused with, on a slow machine too, and publishes', async () => {
  const context = await browser.newContext(desktop);
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  // Flows that run at the same time exhaust no limit for it: the first answer is a refusal with a challenge of the
  // server.
  const path = '**/functions/v1/create-site';
  await page.route(
    path,
    async (route) => {
      const answer = await context.request.get(`${system.url}/functions/v1/proof-challenge`);
      const { challenge } = (await answer.json()) as ProofChallengeAnswer;
      await route.fulfill({ status: 429, json: { success: false, error: '', code: 'PROOF_REQUIRED', challenge } });
    },
    { times: 1 },
  );
  const proven = page.waitForRequest((request) => 'x-haru-proof' in request.headers());
  await page.goto(system.url);
  const url = await publishFromApp(page, '<title>証明つき</title>');
  expect((await (await proven).response())?.status()).toBe(200);
  expect(url).toContain('/share/');
  await context.close();
}, 60_000);
