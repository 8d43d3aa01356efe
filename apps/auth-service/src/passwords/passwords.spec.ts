import { afterEach, describe, expect, it } from '@jest/globals';
import { Passwords } from './passwords.js';

const made: Passwords[] = [];
function passwordsOf(secret: string): Passwords {
  const passwords = new Passwords(1024, 1, 1, 1, 5000, secret);
  made.push(passwords);
  return passwords;
}
afterEach(() => Promise.all(made.splice(0).map((passwords) => passwords.onApplicationShutdown())));

describe('Passwords', () => {
  it('gives claims of one address the same hash for the same password, and only those', async () => {
    const passwords = passwordsOf('x'.repeat(32));
    const hash = await passwords.hashForClaim('secret', 'a@example.com');
    expect(await passwords.matches(hash, 'secret')).toBe(true);
    expect(await passwords.hashForClaim('secret', 'a@example.com')).toBe(hash);
    const others = [
      passwords.hashForClaim('Secret', 'a@example.com'),
      passwords.hashForClaim('secret', 'b@example.com'),
      passwordsOf('y'.repeat(32)).hashForClaim('secret', 'a@example.com'),
      passwords.hash('secret'),
    ];
    expect(await Promise.all(others)).not.toContain(hash);
  });
});
