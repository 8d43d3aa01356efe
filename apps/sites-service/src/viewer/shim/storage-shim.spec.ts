import { QueueFullError } from '@haru/service-runtime';
import { describe, expect, it } from '@jest/globals';
import { makeArtifact } from '../../storage/html-storage/artifact.js';
import { readStorageUse, StorageShims, withStorageShim } from './storage-shim.js';

describe('readStorageUse', () => {
  it.each([
    '<script>localStorage.x = 1</script>',
    '<SCRIPT type="module">window["sessionStorage"]</SCRIPT>',
    '<script type="text/babel">localStorage.x = 1</script>',
    '<script>/* <!-- */ if (a<b) localStorage.clear()',
    '<script>let a = "<script>"; localStorage.x = 1</script>',
    '<svg><script>local&#83;torage.x = 1</script></svg>',
    '<template><script>localStorage.x = 1</script></template>',
    '<script>window["local" + "Storage"]</script>',
    '<script>window[`${kind}Storage`]</script>',
    '<script>local\\u0053torage.x = 1</script>',
    '<script>\\u{0006c}ocal\\u{53}torage.x = 1</script>',
    '<script>window["\\x6cocal\\x53torage"]</script>',
    '<button onclick="localStorage.clear()">x</button>',
    '<button OnClick=localStorage.clear()>x</button>',
    '<button onclick="local&#83;torage.clear()">x</button>',
    '<button onclick="local&#x53torage.clear()">x</button>',
    '<button onclick="&#x0006C;ocal&#0083torage.clear()">x</button>',
    '<svg onload="localStorage.x = 1">',
    '<script>history.pushState({}, "", "/about")</script>',
    '<b onclick="history.replaceState(null, null, `?tab=2`)">x</b>',
    '<a href="javascript:alert(localStorage.length)">x</a>',
    '<a href=" java\nscript&colon;alert(localStorage.length)">x</a>',
    '<a href="javascript:alert(local%53torage.length)">x</a>',
    '<svg><a xlink:href="JavaScript:alert(localStorage.length)">x</a></svg>',
    '<form action="javascript:sessionStorage.clear()">',
    '<script src="https://example.jp/a.js"></script>',
    '<SCRIPT type=module SRC=a.js></SCRIPT>',
    '<svg><script xlink:href="a.js"/></svg>',
    '<script type="module">import{a}from"https://example.jp/a.js"</script>',
    '<script>const a = await import("./a.js")</script>',
    '<script>document.body.append(Object.assign(document.createElement("script"), { src: "a.js" }))</script>',
    `<script>document.write('<script src="a.js"><\\/script>')</script>`,
  ])('sees %s', (html) => expect(readStorageUse(html).inPage).toBe(true));

  it.each([
    '<p>localStorage を使う</p>',
    '<p>history.pushState を使う</p>',
    '<script>let x = 1</script><p>localStorage</p>',
    '<p>localStorage</p><script>let x = 1</script>',
    '<script>let x = 1</script>',
    '<script>let x = "\\u0041\\x41"</script>',
    '<!-- <script>localStorage.x = 1</script> -->',
    '<textarea><script>localStorage.x = 1</script></textarea>',
    '<title><script>localStorage.x = 1</script></title>',
    '<style>/* <script>localStorage.x = 1</script> */</style>',
    '<xmp><script>localStorage.x = 1</script></xmp>',
    '<noscript><button onclick="localStorage.clear()">x</button></noscript>',
    '<plaintext><script>localStorage.x = 1</script>',
    '<pre>&lt;script&gt;localStorage.x = 1&lt;/script&gt;</pre>',
    '<script type="application/json">{"a":"localStorage"}</script>',
    '<script type=" application/LD+JSON ">{"a":"localStorage"}</script>',
    '<script type="text/template"><button onclick="localStorage.clear()">x</button></script>',
    '<svg><script/><text>localStorage</text></svg>',
    '<iframe srcdoc="<script>localStorage.x = 1</script>"></iframe>',
    '<p data-on="localStorage" title="onclick=localStorage">x</p>',
    '<a href="https://example.jp/?q=javascript:localStorage">x</a>',
    '<script src="a.json" type="application/json"></script>',
    '<script href="a.js"></script>',
    '<img src="a.png"><iframe src="a.html"></iframe>',
    '<script>navigator.storage.estimate(); new AsyncStorage()</script>',
  ])('leaves %s alone', (html) => expect(readStorageUse(html).inPage).toBe(false));

  it.each([
    ['<p>1\r\n<iframe class=a srcdoc="', '<script>localStorage.x = 1</script>"></iframe>'],
    ["<iframe srcdoc = '", `<script src="a.js"></script>'></iframe>`],
    ['<IFRAME SRCDOC=', '&lt;script&#32;src=a.js&gt;></IFRAME>'],
    ['<script src=a.js></script><iframe srcdoc="', `<b onclick='localStorage.clear()'>x</b>">`],
  ])('finds where the text of a frame begins: behind %j', (before, after) => {
    expect(readStorageUse(before + after).frames).toEqual([before.length]);
  });

  it.each([
    '<iframe srcdoc="<p>localStorage</p>"></iframe>',
    '<iframe srcdoc></iframe>',
    '<p srcdoc="<script>localStorage.x = 1</script>">',
    '<!-- <iframe srcdoc="<script>localStorage.x = 1</script>"> -->',
    `<iframe srcdoc='<iframe srcdoc="<script>localStorage.x = 1</script>"></iframe>'></iframe>`,
  ])('leaves the frames of %s alone', (html) => expect(readStorageUse(html)).toEqual({ inPage: false, frames: [] }));

  it('examines a bounded number of frames', () => {
    const frame = '<iframe srcdoc="<script src=a>"></iframe>';
    expect(readStorageUse(frame.repeat(1_000)).frames).toHaveLength(32);
  });

  it.each<[string, (length: number) => string]>([
    ['tags that never end', (length) => '<script '.repeat(length / 8)],
    ['many attributes', (length) => `<p ${Array.from({ length: length / 7 }, (_, index) => `a${index}`).join(' ')}>`],
    ['backslashes in a script', (length) => `<script>${'\\'.repeat(length)}`],
    ['escapes in a script', (length) => `<script>${'\\u{000'.repeat(length / 6)}`],
    ['zeros in an escape', (length) => `<script>\\u{${'0'.repeat(length)}`],
    ['long address', (length) => `<a href="${'\t'.repeat(length)}javascript:">`],
    ['frames', (length) => '<iframe srcdoc="<script>1">'.repeat(length / 27)],
    ['a frame of scripts', (length) => `<iframe srcdoc="${'<script '.repeat(length / 8)}">`],
    ['frames that never end', (length) => '<iframe srcdoc='.repeat(length / 15)],
    ['deep nesting', (length) => '<svg><g>'.repeat(length / 8)],
  ])('is quick on a hostile page of 1 MiB: %s', (_, make) => {
    const html = `${make(1_048_000)}&#0;Storage`;
    const before = process.cpuUsage();
    expect(readStorageUse(html).inPage).toBe(false);
    // Processor time is measured, because the clock also counts the machine's other work.
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(2_000);
  });
});

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
