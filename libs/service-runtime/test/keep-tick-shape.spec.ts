import { spawnTypeScript } from '@haru/testing';
import { expect, it } from '@jest/globals';

it('keeps ticks as fast after a collection as before', async () => {
  const child = spawnTypeScript(new URL('./tick-costs.fixture.ts', import.meta.url));
  await child.exited;
  const { before, after } = child.messages.at(-1) as { before: number; after: number };
  // Without it the factor is 6.
  expect(after).toBeLessThan(3 * before);
});
