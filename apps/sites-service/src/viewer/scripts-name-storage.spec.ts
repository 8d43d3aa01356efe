import { describe, expect, it } from '@jest/globals';
import { scriptsNameStorage } from './scripts-name-storage.js';

describe('scriptsNameStorage', () => {
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
    '<a href="javascript:alert(localStorage.length)">x</a>',
    '<a href=" java\nscript&colon;alert(localStorage.length)">x</a>',
    '<a href="javascript:alert(local%53torage.length)">x</a>',
    '<svg><a xlink:href="JavaScript:alert(localStorage.length)">x</a></svg>',
    '<form action="javascript:sessionStorage.clear()">',
  ])('sees %s', (html) => expect(scriptsNameStorage(html)).toBe(true));

  it.each([
    '<p>localStorage を使う</p>',
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
    '<script src="https://example.jp/Storage.js"></script>',
    '<script>navigator.storage.estimate(); new AsyncStorage()</script>',
  ])('leaves %s alone', (html) => expect(scriptsNameStorage(html)).toBe(false));

  it.each<[string, (length: number) => string]>([
    ['tags that never end', (length) => '<script '.repeat(length / 8)],
    ['many attributes', (length) => `<p ${Array.from({ length: length / 7 }, (_, index) => `a${index}`).join(' ')}>`],
    ['backslashes in a script', (length) => `<script>${'\\'.repeat(length)}`],
    ['escapes in a script', (length) => `<script>${'\\u{000'.repeat(length / 6)}`],
    ['zeros in an escape', (length) => `<script>\\u{${'0'.repeat(length)}`],
    ['long address', (length) => `<a href="${'\t'.repeat(length)}javascript:">`],
    ['deep nesting', (length) => '<svg><g>'.repeat(length / 8)],
  ])('is quick on a hostile page of 1 MiB: %s', (_, make) => {
    const html = `${make(1_048_000)}&#0;Storage`;
    const before = process.cpuUsage();
    expect(scriptsNameStorage(html)).toBe(false);
    // Of processor time: the clock tells of the machine's other work, too.
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(2_000);
  });
});
