import { describe, expect, it } from '@jest/globals';
import { SecretBox } from './secret-box.js';

const box = new SecretBox(undefined, 'a secret of the test that is long enough');
const secret = Buffer.from('12345678901234567890');

describe('SecretBox', () => {
  it('gives back what was put in, and never looks the same twice', () => {
    const [one, other] = [box.seal(secret, 'row'), box.seal(secret, 'row')];
    expect(box.open(one, 'row')).toEqual(secret);
    expect(one.equals(other)).toBe(false);
    expect(one.includes(secret)).toBe(false);
  });

  it('opens for its own row, with its own key, unchanged', () => {
    const sealed = box.seal(secret, 'row');
    const changed = Buffer.from(sealed);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    expect(() => box.open(sealed, 'another row')).toThrow();
    expect(() => new SecretBox(undefined, 'another secret of the test, as long as that').open(sealed, 'row')).toThrow();
    expect(() => box.open(changed, 'row')).toThrow();
  });
});
