import { ServiceError } from '@haru/contracts';
import { describe, expect, it } from '@jest/globals';
import { Passwords } from './passwords.js';

const cheap = { memoryKib: 1024, iterations: 1, parallelism: 1 };

describe('Passwords', () => {
  it('knows a password by its hash, and tells none from a missing one', async () => {
    const passwords = new Passwords({ ...cheap, concurrency: 1, queueLength: 10 });
    const hash = await passwords.hash('secret');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=1024,p=1,t=1\$/);
    expect(await passwords.matches(hash, 'secret')).toBe(true);
    expect(await passwords.matches(hash, 'Secret')).toBe(false);
    expect(await passwords.matches(null, 'no password has this hash')).toBe(false);
  });

  it('sees that a hash was made with other parameters', async () => {
    const hash = await new Passwords({ ...cheap, concurrency: 1, queueLength: 1 }).hash('secret');
    const dearer = new Passwords({ ...cheap, iterations: 2, concurrency: 1, queueLength: 1 });
    expect(dearer.isOutdated(hash)).toBe(true);
    expect(dearer.isOutdated(await dearer.hash('secret'))).toBe(false);
  });

  it('refuses at once what is more than may run and wait, and goes on afterwards', async () => {
    const passwords = new Passwords({ ...cheap, concurrency: 1, queueLength: 2 });
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => passwords.hash('secret')));
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason as unknown);
    for (const refusal of refusals) {
      expect(refusal).toBeInstanceOf(ServiceError);
      expect(refusal).toMatchObject({ code: 'SERVICE_BUSY', retryAfterSeconds: 1 });
    }
    await expect(passwords.hash('secret')).resolves.toContain('argon2id');
  });
});
