import { QueueFullError } from '@haru/service-runtime';
import { describe, expect, it } from '@jest/globals';
import { makeArtifact } from '../../storage/html-storage/artifact.js';
import { StorageShims, withStorageShim } from './storage-shim.js';

describe('withStorageShim', () => {
  const load = async (html: string) => ({ contentHash: 'before', artifact: await makeArtifact(Buffer.from(html)) });

  it('returns other pages unchanged', async () => {
    const loaded = await load('<!doctype html><title>x</title><p>localStorage</p>');
    expect(await withStorageShim(loaded)).toBe(loaded);
  });

  it.each([
    ['<!doctype html><html><head><title>x</title>', '<!doctype html><html><head>'],
    ['<!-- c --><!doctype html><title>x</title>', '<!-- c --><!doctype html>'],
    ['\uFEFF<title>x</title>', '\uFEFF'],
  ])('puts it into %j behind %j', async (start, before) => {
    const html = `${start}<script>localStorage.x = 1</script>`;
    const { contentHash, artifact } = await withStorageShim(await load(html));
    const shown = artifact.identity.toString();
    expect(shown.startsWith(`${before}<script>`)).toBe(true);
    expect(shown.endsWith(html.slice(before.length))).toBe(true);
    expect(contentHash).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('StorageShims', () => {
  const html = '<title>x</title><script>localStorage.x = 1</script>';
  /** Only its plain bytes are read. */
  const load = (bytes: number, text = html) => {
    const identity = Buffer.from(text.padEnd(bytes));
    return { contentHash: 'before', artifact: { identity, gzip: identity, br: identity } };
  };

  it('makes a few concurrently, queues 64 MiB of pages, refuses the next, and passes pages without storage', async () => {
    const shims = new StorageShims();
    const ended: string[] = [];
    const large = Array.from({ length: 64 }, () =>
      shims.into(load(1024 * 1024)).then((made) => ended.push(made.contentHash)),
    );
    const next = shims.into(load(html.length)).catch((error: unknown) => error);
    const plain = load(1024 * 1024, '<title>x</title>');
    expect(await shims.into(plain)).toBe(plain);
    expect(await next).toBeInstanceOf(QueueFullError);
    expect(ended).toEqual([]);

    await Promise.race(large);
    expect(ended.length).toBeLessThanOrEqual(2);
    await Promise.all(large);
    expect(ended).not.toContain('before');
    const later = await shims.into(load(html.length));
    expect(later.artifact.identity.toString()).toContain('localStorage.x = 1');
    expect(later.contentHash).not.toBe('before');
  }, 30_000);
});
