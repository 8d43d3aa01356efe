import { describe, expect, it } from '@jest/globals';
import { InvalidManifest, ManifestSigner, type PageManifest } from './page-manifest.js';

const signer = new ManifestSigner(['k'.repeat(32)]);
const site = {
  id: '11111111-1111-4111-8111-111111111111',
  path: 'page',
  storagePath: `11111111-1111-4111-8111-111111111111/${'a'.repeat(64)}.html`,
  isActive: true,
  expiresAt: new Date('2030-01-02T03:04:05.678Z'),
  lastModified: new Date('2026-01-02T03:04:05.678Z'),
  noindex: true,
  isStopped: false,
  underReview: true,
  hadOwnOrigin: true,
  visibility: 'secret' as const,
  accessGeneration: 2,
};
const manifest: PageManifest = { path: 'page', revision: 9_007_199_254_740_993n, asOf: new Date(), site };

describe('a manifest', () => {
  it('is valid as long as its key is one of the keys, and the first of them signs', () => {
    const [former, present] = ['f', 'p'].map((letter) => letter.repeat(32)) as [string, string];
    const replacing = new ManifestSigner([present, former]);
    expect(replacing.read('page', new ManifestSigner([former]).sign(manifest))).toEqual(manifest);
    expect(new ManifestSigner([present]).read('page', replacing.sign(manifest))).toEqual(manifest);
    expect(replacing.keyId).toBe(new ManifestSigner([present]).keyId);
    expect(() => new ManifestSigner([present]).read('page', new ManifestSigner([former]).sign(manifest))).toThrow(
      InvalidManifest,
    );
  });

  it.each([site, undefined])('is read as it was signed: %o', (state) => {
    expect(signer.read('page', signer.sign({ ...manifest, site: state }))).toEqual({ ...manifest, site: state });
  });

  it('is refused when a byte of it differs, or it is cut off or continued', () => {
    const signed = signer.sign(manifest);
    for (let at = 0; at < signed.length; at++) {
      const tampered = Buffer.from(signed);
      tampered.writeUInt8(signed.readUInt8(at) ^ 1, at);
      if (at === 43) continue;
      expect(() => signer.read('page', tampered)).toThrow(InvalidManifest);
      expect(() => signer.read('page', signed.subarray(0, at))).toThrow(InvalidManifest);
    }
    expect(() => signer.read('page', Buffer.concat([signed, Buffer.from(' ')]))).toThrow(InvalidManifest);
    expect(() => signer.read('page', Buffer.alloc(1024 * 1024))).toThrow(InvalidManifest);
  });

  it('is refused when it does not say who may see the page', () => {
    const { visibility: _, ...older } = site;
    const signed = signer.sign({ ...manifest, site: older as typeof site });
    expect(() => signer.read('page', signed)).toThrow(InvalidManifest);
  });

  it('is refused for another path, and with another key', () => {
    const signed = signer.sign(manifest);
    expect(() => signer.read('other', signed)).toThrow(InvalidManifest);
    const other = new ManifestSigner(['x'.repeat(32)]);
    expect(() => other.read('page', signed)).toThrow(InvalidManifest);
    expect(other.keyId).not.toBe(signer.keyId);
  });
});
