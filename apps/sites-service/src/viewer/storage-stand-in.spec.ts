import { describe, expect, it } from '@jest/globals';
import { makeArtifact } from '../html-storage/artifact.js';
import { withStorageStandIn } from './storage-stand-in.js';

describe('withStorageStandIn', () => {
  const load = async (html: string) => ({ contentHash: 'before', artifact: await makeArtifact(Buffer.from(html)) });

  it('gives back other pages as they came', async () => {
    const loaded = await load('<!doctype html><title>x</title><p>localStorage</p>');
    expect(await withStorageStandIn(loaded)).toBe(loaded);
  });

  it.each([
    ['<!doctype html><html><head><title>x</title>', '<!doctype html><html><head>'],
    ['<!-- c --><!doctype html><title>x</title>', '<!-- c --><!doctype html>'],
    ['\uFEFF<title>x</title>', '\uFEFF'],
  ])('puts it into %j behind %j', async (start, before) => {
    const html = `${start}<script>localStorage.x = 1</script>`;
    const { contentHash, artifact } = await withStorageStandIn(await load(html));
    const shown = artifact.identity.toString();
    expect(shown.startsWith(`${before}<script>`)).toBe(true);
    expect(shown.endsWith(html.slice(before.length))).toBe(true);
    expect(contentHash).toMatch(/^[0-9a-f]{64}$/);
  });
});
