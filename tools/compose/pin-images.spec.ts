import { describe, expect, it } from '@jest/globals';
import { taggedImages, withDigest, withVariables } from './pin-images.js';

const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;

describe('images by digest', () => {
  it('are all that are not ours', () => {
    expect(Object.fromEntries(taggedImages())).toMatchObject({ POSTGRES_IMAGE: 'postgres:18', REDIS_IMAGE: 'redis:8' });
    expect(taggedImages().size).toBe(7);
  });

  it('have the digest of their own repository behind the tag', () => {
    const known = JSON.stringify([`mirror.example:5000/postgres@sha256:${'f'.repeat(64)}`, `postgres@${digest}`]);
    expect(withDigest('postgres:18', known)).toBe(`postgres:18@${digest}`);
    expect(withDigest('axllent/mailpit:v1.27', JSON.stringify([`axllent/mailpit@${digest}`]))).toBe(
      `axllent/mailpit:v1.27@${digest}`,
    );
  });

  it('are never made up', () => {
    expect(() => withDigest('postgres:18', '[]')).toThrow('postgres:18 has no digest of a registry');
    expect(() => withDigest('postgres:18', JSON.stringify([`postgresql@${digest}`]))).toThrow('no digest');
  });

  it('replace what the file said of them, and nothing else', () => {
    const text = '# ours\nPORT=1\nREDIS_IMAGE=redis:8@old\n\n';
    const variables = new Map([['REDIS_IMAGE', 'redis:8@new']]);
    expect(withVariables(text, variables)).toBe('# ours\nPORT=1\nREDIS_IMAGE=redis:8@new\n');
    expect(withVariables('', variables)).toBe('REDIS_IMAGE=redis:8@new\n');
  });
});
