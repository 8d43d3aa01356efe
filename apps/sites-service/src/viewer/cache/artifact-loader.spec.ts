import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { waitFor } from '@haru/testing';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DamagedArtifact, type Artifact, makeArtifact, storagePathOf } from '../../storage/html-storage/artifact.js';
import type { HtmlStorage } from '../../storage/html-storage/html-storage.js';
import { ArtifactLoader } from './artifact-loader.js';
import type { SiteState } from '../../sites/site-visibility.js';
import { DatabaseUnavailable, type SiteStates } from './site-state.js';
import { StorageGate } from './storage-gate.js';

const HTML = '<title>x</title><h1>page</h1>';
const bytes = Buffer.from(HTML);

function stateOf(id = randomUUID() as string): SiteState {
  const storagePath = storagePathOf(id, bytes);
  const now = new Date();
  return {
    id,
    path: 'page',
    storagePath,
    noindex: false,
    isActive: true,
    isStopped: false,
    underReview: false,
    hadOwnOrigin: false,
    visibility: 'public',
    accessGeneration: 1,
    expiresAt: now,
    lastModified: now,
  };
}

describe('ArtifactLoader', () => {
  let now: number;
  let read: jest.Mock<HtmlStorage['read']>;
  let remove: jest.Mock<HtmlStorage['remove']>;
  let readPage: jest.Mock<SiteStates['readPage']>;
  let loader: ArtifactLoader;
  let artifact: Artifact;

  beforeEach(async () => {
    now = 1_000_000;
    artifact = await makeArtifact(bytes);
    read = jest.fn<HtmlStorage['read']>().mockImplementation(async () => artifact);
    readPage = jest.fn<SiteStates['readPage']>().mockResolvedValue({ title: 'x', html: HTML, tree: null });
    remove = jest.fn<HtmlStorage['remove']>().mockResolvedValue(undefined);
    const storage = { read, remove } as unknown as HtmlStorage;
    const sites = { readPage } as unknown as SiteStates;
    const gate = new StorageGate(() => now);
    loader = new ArtifactLoader(storage, sites, gate);
  });

  const html = async () => (await loader.load(stateOf()))?.artifact.identity.toString();

  it('reads from storage, and from the database what storage lacks', async () => {
    expect(await html()).toBe(HTML);
    expect(readPage).not.toHaveBeenCalled();
    read.mockResolvedValueOnce(undefined);
    expect(await html()).toBe(HTML);
    expect(readPage).toHaveBeenCalledTimes(1);
  });

  it.each(['gzip', 'br'] as const)('does not show another page in %s, and removes it', async (encoding) => {
    const other = await makeArtifact(Buffer.from('<h1>forged</h1>'));
    artifact = { ...artifact, [encoding]: other[encoding] };
    const shown = (await loader.load(stateOf()))?.artifact[encoding];
    expect(shown).not.toEqual(other[encoding]);
    expect(readPage).toHaveBeenCalledTimes(1);
    await waitFor(() => remove.mock.calls.length === 1, { what: 'the forged artifact to be removed' });
  });

  it('does not show an artifact with another content', async () => {
    artifact = await makeArtifact(bytes.subarray(0, 20));
    expect(await html()).toBe(HTML);
    expect(readPage).toHaveBeenCalledTimes(1);
  });

  it('removes an artifact that stays damaged, so that it is written again, and keeps using storage', async () => {
    const site = stateOf();
    const damage = new DamagedArtifact('in a test');
    read.mockRejectedValueOnce(damage).mockRejectedValueOnce(damage).mockRejectedValueOnce(damage);
    remove.mockRejectedValueOnce(new Error('not now'));
    const both = await Promise.all([loader.load(site), loader.load(site)]);
    expect(both.map((page) => page?.artifact.identity.toString())).toEqual([HTML, HTML]);
    readPage.mockClear();
    expect(remove).not.toHaveBeenCalled();
    await waitFor(() => remove.mock.calls.length > 0);
    expect(remove.mock.calls).toEqual([[site.storagePath]]);
    expect(read).toHaveBeenCalledTimes(3);
    expect(await html()).toBe(HTML);
    expect(readPage).not.toHaveBeenCalled();
  });

  it('keeps an artifact that was read during its write', async () => {
    read.mockRejectedValueOnce(new DamagedArtifact('half of it'));
    expect(await html()).toBe(HTML);
    await waitFor(() => read.mock.calls.length === 2);
    await setImmediate();
    expect(remove).not.toHaveBeenCalled();
  });

  it('skips a storage that failed, then tries it with one request, and uses it again when it answers', async () => {
    read.mockRejectedValueOnce(new Error('disk on fire'));
    expect(await html()).toBe(HTML);
    now += 1_999;
    expect(await Promise.all([html(), html()])).toEqual([HTML, HTML]);
    expect(read).toHaveBeenCalledTimes(1);

    now += 1;
    let answer = (_: Artifact) => undefined as void;
    read.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    const first = html();
    expect(await Promise.all([html(), html()])).toEqual([HTML, HTML]);
    expect(read).toHaveBeenCalledTimes(2);
    answer(artifact);
    expect(await first).toBe(HTML);

    readPage.mockClear();
    expect(await Promise.all([html(), html()])).toEqual([HTML, HTML]);
    expect(read).toHaveBeenCalledTimes(4);
    expect(readPage).not.toHaveBeenCalled();
  });

  it('aborts a read of a slow storage after a second and uses the database', async () => {
    let signal: AbortSignal | undefined;
    read.mockImplementationOnce((_, given) => {
      signal = given;
      return new Promise(() => undefined);
    });
    const startedAt = Date.now();
    expect(await html()).toBe(HTML);
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(990);
    expect(signal?.aborted).toBe(true);
    expect(await html()).toBe(HTML);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('makes four pages concurrently, queues a thousand, and refuses the next', async () => {
    read.mockResolvedValue(undefined);
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    let [inside, most] = [0, 0];
    readPage.mockImplementation(async () => {
      most = Math.max(most, ++inside);
      await gate;
      inside -= 1;
      return { title: 'x', html: HTML, tree: null };
    });
    const asked = Array.from({ length: 1_005 }, () => html().catch((error: unknown) => error));
    expect(await asked[1_004]).toBeInstanceOf(DatabaseUnavailable);
    expect(readPage).toHaveBeenCalledTimes(4);
    open();
    const answers = await Promise.all(asked.slice(0, 1_004));
    expect(answers.every((answer) => answer === HTML)).toBe(true);
    expect(most).toBe(4);
  });
});
