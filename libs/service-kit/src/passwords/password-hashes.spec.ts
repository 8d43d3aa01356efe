import { ServiceError } from '@haru/contracts';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type HashSettings, MAX_WAITING_HASHES, PasswordHashes } from './password-hashes.js';

const cheap = { memoryKib: 1024, iterations: 1, concurrency: 1, maxWaitMs: 5000 };
/** A hash takes about a fifth of a second. */
const expensive = { ...cheap, memoryKib: 32_768, iterations: 8 };

const made: PasswordHashes[] = [];
function passwordsOf(settings: Partial<HashSettings>): PasswordHashes {
  const passwords = new PasswordHashes(settings);
  made.push(passwords);
  return passwords;
}
afterEach(() => Promise.all(made.splice(0).map((passwords) => passwords.onApplicationShutdown())));

const refusal: unknown = expect.objectContaining({ code: 'SERVICE_BUSY', retryAfterSeconds: 1 });

describe('PasswordHashes', () => {
  it('verifies a password by its hash, and refuses any password without a hash', async () => {
    const passwords = passwordsOf(cheap);
    const hash = await passwords.hash('secret');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=1024,p=1,t=1\$/);
    expect(await passwords.matches(hash, 'secret')).toBe(true);
    expect(await passwords.matches(hash, 'Secret')).toBe(false);
    expect(await passwords.matches(null, 'no password has this hash')).toBe(false);
  });

  it('sees that a hash was made with other parameters', async () => {
    const hash = await passwordsOf(cheap).hash('secret');
    const dearer = passwordsOf({ ...cheap, iterations: 2 });
    expect(dearer.isOutdated(hash)).toBe(true);
    expect(dearer.isOutdated(await dearer.hash('secret'))).toBe(false);
  });

  it('refuses a request immediately if its expected wait is too long, and accepts later ones', async () => {
    const passwords = passwordsOf({ ...expensive, maxWaitMs: 1000 });
    await passwords.start();
    let hashed = 0;
    const hashedBeforeRefusal: number[] = [];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, () =>
        passwords.hash('secret').then(
          () => (hashed += 1),
          (error: unknown) => {
            hashedBeforeRefusal.push(hashed);
            throw error;
          },
        ),
      ),
    );
    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason as unknown);
    expect(Math.max(...hashedBeforeRefusal)).toBe(0);
    expect(refusals.length).toBeGreaterThan(30);
    expect(refusals.length).toBeLessThan(60);
    for (const reason of refusals) {
      expect(reason).toBeInstanceOf(ServiceError);
      expect(reason).toEqual(refusal);
    }
    await expect(passwords.hash('secret')).resolves.toContain('argon2id');
  });

  it('lets only so many wait, and says beforehand that it would refuse one more', async () => {
    const passwords = passwordsOf(cheap);
    const accepted = Array.from({ length: 1 + MAX_WAITING_HASHES }, () => {
      passwords.refuseIfBusy();
      return passwords.hash('secret');
    });
    expect(() => passwords.refuseIfBusy()).toThrow(ServiceError);
    await expect(passwords.hash('secret')).rejects.toEqual(refusal);
    await Promise.all(accepted);
    passwords.refuseIfBusy();
  });

  it('does not refuse waiting hashes when hashes become slower', async () => {
    const passwords = passwordsOf({ ...expensive, maxWaitMs: 10 });
    // No cost is measured yet, so all of them may wait.
    const waiting = Array.from({ length: 4 }, () => passwords.hash('secret'));
    const [first] = waiting;
    await first;
    const later = [passwords.hash('secret'), passwords.hash('secret')];
    await expect(Promise.allSettled(later)).resolves.toEqual(
      later.map(() => ({ status: 'rejected', reason: refusal })),
    );
    for (const hash of await Promise.all(waiting)) expect(hash).toContain('argon2id');
  });
});
