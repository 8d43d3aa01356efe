import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { informationPages } from '@haru/contracts';
import { temporaryDirectory, type TemporaryDirectory } from '@haru/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readInformationTexts } from './information-texts.js';

describe('the texts of the information pages', () => {
  let directory: TemporaryDirectory;
  beforeEach(async () => {
    directory = await temporaryDirectory('haru-information-');
  });
  afterEach(() => directory.remove());

  const read = (folder?: string) => readInformationTexts({ folder, product: '春' });

  it('have complete defaults that name the product', () => {
    const texts = read();
    expect(Object.keys(texts)).toEqual([...informationPages]);
    for (const text of Object.values(texts)) {
      expect(text).toMatch(/^# .+\n/);
      expect(text).not.toContain('{');
    }
    expect(texts.terms).toContain('春（以下「本サービス」）');
  });

  it('are the operator’s where there is a file, and the defaults elsewhere', async () => {
    await writeFile(join(directory.path, 'terms.md'), '\ufeff# {product}の規約');
    const texts = read(directory.path);
    expect(texts.terms).toBe('# 春の規約');
    expect(texts.privacy).toBe(read().privacy);
  });

  it('stop the start when they cannot be used', async () => {
    const missing = join(directory.path, 'missing');
    expect(() => read(missing)).toThrow(`INFORMATION_DIR: ${missing} is no folder`);
    await writeFile(join(directory.path, 'contact.md'), Buffer.from([0x8f, 0x74]));
    expect(() => read(directory.path)).toThrow('not valid for encoding utf-8');
    await writeFile(join(directory.path, 'contact.md'), Buffer.alloc(262_145, 97));
    expect(() => read(directory.path)).toThrow('has more than 262144 bytes');
  });
});
