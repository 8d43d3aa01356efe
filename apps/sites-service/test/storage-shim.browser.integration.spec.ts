import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findChromium } from '@haru/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chromium, type Browser, type Page } from 'playwright-core';
import { makeArtifact } from '../src/storage/html-storage/artifact.js';
import { PAGE_SANDBOX } from '../src/viewer/headers/page-security.js';
import { withStorageShim } from '../src/viewer/shim/storage-shim.js';

/** Each list runs on an empty storage `s`, and its last result is shown. */
const groups: Record<string, string[][]> = {
  'items by the methods': [
    ['s.getItem("x")'],
    ['s.setItem("a", 1)', '[s.getItem("a"), s.a, s["a"], s.length]'],
    ['s.setItem("a", 1, 2, 3)'],
    ['s.setItem("", "empty")', '[s.getItem(""), s[""], s.length]'],
    ['s.setItem({ valueOf: () => 1, toString: () => "t" }, null)', 'Object.entries(s)'],
    ['s.setItem("a", "\\ud800")', 's.a.charCodeAt(0)'],
    ['s.setItem("a", 1)', 's.removeItem("b")', 's.removeItem("a")', '[s.a, s.getItem("a"), s.length]'],
    ['s.a = 1', 's.b = 2', 's.clear()', '[s.length, s.a, Object.keys(s)]'],
    ['s.setItem("a", 1)', '[s.key(0), s.key("map"), s.key(-1), s.key(1), s.key(2 ** 32), s.key(null), s.key(0.9)]'],
    ['s.a = 1', 's.b = 2', 'while (s.length) s.removeItem(s.key(0))', 's.length'],
  ],
  'items as properties': [
    ['s.x'],
    ['s.a = 1', '[typeof s.a, s.getItem("a")]'],
    ['s.a = null', 's.b = undefined', 's.c = {}', '[s.a, s.b, s.c]'],
    ['s.count = (+s.count || 0) + 1', 's.count++', 's.count'],
    ['s[0] = "zero"', '[s[0], s["0"], s.getItem(0), s.key(0), Object.keys(s)]'],
    ['s.a = 1', '[delete s.a, delete s.zzz, s.a, s.length]'],
    ['s.a = 1', '["a" in s, "b" in s, "setItem" in s, "length" in s, Symbol.toStringTag in s]'],
    ['s.b = 1', 's.a = 2', '[Object.keys(s).sort(), Object.values(s).sort(), Object.getOwnPropertyNames(s).sort()]'],
    ['s.a = 1', '[JSON.stringify(s), { ...s }, Object.entries(s), s.hasOwnProperty("a")]'],
    ['s.a = 1', 'const seen = []', 'for (const key in s) seen.push(key)', 'seen.sort()'],
    ['s.a = 1', 'Object.getOwnPropertyDescriptor(s, "a")'],
    ['Object.assign(s, { a: 1, b: 2 })', '[s.a, s.b, s.length]'],
    ['Object.defineProperty(s, "a", { value: 5, enumerable: false })', '[s.a, s.getItem("a"), Object.keys(s)]'],
    ['Object.defineProperty(s, "a", { get: () => 5 })'],
    ['const y = Symbol("y")', 's[y] = 1', '[s[y], y in s, s.length, delete s[y], y in s]'],
    ['const o = Object.create(s)', 's.a = 1', 'o.b = 2', '[o.a, "a" in o, s.b, Object.keys(o)]'],
  ],
  'names that the object has anyway': [
    ['s.length', '[Object.getOwnPropertyDescriptor(s, "length"), s.length]'],
    ['s.setItem("length", "L")', '[s.length, s.getItem("length"), "length" in s, Object.hasOwn(s, "length")]'],
    ['s.setItem("length", "L")', '[JSON.stringify(s), { ...s }, Object.entries(s)]'],
    ['s.length = 7', '[s.length, s.getItem("length")]'],
    ['s.setItem("getItem", "x")', '[typeof s.getItem, s.getItem("getItem"), Object.hasOwn(s, "getItem"), s.length]'],
    ['s.setItem("key", "v")', 'delete s.key', '[s.getItem("key"), typeof s.key]'],
    ['s.setItem("toString", "x")', '[typeof s.toString, s + "", s.getItem("toString")]'],
    ['s.setItem("constructor", "c")', '[s.constructor === Storage, s.getItem("constructor")]'],
    ['s.setItem("__proto__", "v")', '[s.getItem("__proto__"), Object.getPrototypeOf(s) === Storage.prototype]'],
    ['s.getItem = () => "mine"', '[s.getItem(), s.length, JSON.stringify(s), Object.keys(s)]'],
    ['s.getItem = () => "mine"', 'delete s.getItem', '[s.getItem("a"), s.getItem.length]'],
    ['s.setItem("getItem", "i")', 's.getItem = () => "m"', '[s.getItem("getItem"), Object.keys(s)]'],
    ['s.toString = () => "mine"', '[String(s), s.length, Object.keys(s)]'],
    ['Object.defineProperty(s, "setItem", { value: () => "mine" })', '[s.setItem(), s.length]'],
  ],
  'what kind of object it is': [
    ['s instanceof Storage'],
    ['[String(s), Object.prototype.toString.call(s), s[Symbol.toStringTag], typeof s, Array.isArray(s)]'],
    ['[s.constructor === Storage, s.__proto__ === Storage.prototype, s === window[name]]'],
    ['[Object.isExtensible(s), Object.isFrozen(s), Reflect.preventExtensions(s)]'],
    ['new Storage()'],
    ['[...s]'],
    ['window[name] = 5', 'typeof window[name]'],
    ['(() => { "use strict"; window[name] = 5 })()'],
    ['[name in window, Object.keys(window).includes(name)]'],
    [
      'const d = Object.getOwnPropertyDescriptor(window, name)',
      '[d.get.name, typeof d.set, d.enumerable, d.configurable]',
    ],
    ['Object.getOwnPropertyNames(Storage.prototype).sort()'],
    [
      'const of = (name) => Object.getOwnPropertyDescriptor(Storage.prototype, name)',
      'const about = ({ value, get, enumerable, configurable }) => [value?.name, value?.length, get?.name, enumerable, configurable]',
      '["length", "key", "getItem", "setItem", "removeItem", "clear"].map((name) => about(of(name)))',
    ],
  ],
  'the methods of its prototype': [
    ['Storage.prototype.setItem.call(s, "a", 1)', '[Storage.prototype.getItem.call(s, "a"), s.a]'],
    ['Storage.prototype.getItem.apply(s, ["a"])'],
    ['Storage.prototype.setItem.call({}, "a", 1)'],
    ['Storage.prototype.getItem.call({})'],
    ['Storage.prototype.length'],
    ['Object.create(s).length'],
    ['const { getItem } = s', 'getItem("a")'],
    [
      'const { setItem } = Storage.prototype',
      'Storage.prototype.setItem = function (key, value) { setItem.call(this, key, `<${value}>`) }',
      's.setItem("a", 1)',
      'Storage.prototype.setItem = setItem',
      's.a',
    ],
    [
      'Storage.prototype.size = function () { return this.length }',
      's.setItem("size", 1)',
      'const seen = [s.size(), s.hasOwnProperty("size"), s.getItem("size")]',
      'delete Storage.prototype.size',
      '[seen, s.size]',
    ],
  ],
  'what cannot be': [
    ...['getItem()', 'setItem()', 'setItem("a")', 'removeItem()', 'key()'].map((call) => [`s.${call}`]),
    ['s.getItem(Symbol())'],
    ['s.setItem("a", Symbol())'],
    ['s.a = Symbol()'],
    ['s.setItem(Symbol(), "a")'],
    ['s.setItem("a")', 's.length'],
  ],
  'how much it holds': [
    ['s.setItem("k", "v".repeat(5242879))', 's.length'],
    ['s.setItem("k", "v".repeat(5242880))'],
    ['s.k = "v".repeat(5242880)'],
    ['s.setItem("k", "あ".repeat(5242879))', 's.setItem("x", "")'],
    ['s.k = "v".repeat(5242879)', 's.k = "w".repeat(5242879)', 'delete s.k', 's.x = "v".repeat(5242879)', 's.length'],
    [
      's.k = "v".repeat(5242879)',
      's.clear()',
      's.x = "v".repeat(5242879)',
      's.removeItem("x")',
      's.k = "v".repeat(5242879)',
    ],
    [
      'const tried = () => { try { s.k += "more" } catch (error) { return error.name } }',
      's.k = "v".repeat(5242879)',
      'const thrown = tried()',
      '[thrown, s.length, s.k.length]',
    ],
    [
      'const tried = () => { try { s.k = "v".repeat(5242880) } catch (error) { return error } }',
      'const thrown = tried()',
      '[thrown.name, thrown.code, thrown.constructor.name, thrown instanceof DOMException, s.length]',
    ],
  ],
};

/** It runs in the page. @returns the results of each list, for both storages */
const runner = `<!doctype html><title>x</title><script>
function outcome(name, steps) {
  const s = window[name];
  const code = steps.slice(0, -1).concat('return (' + steps.at(-1) + ')').join(';\\n');
  try {
    const shown = Function('s', 'name', code)(s, name);
    return JSON.stringify(shown) ?? String(shown);
  } catch (error) {
    return error.name + ': ' + error.message;
  } finally {
    for (const key of Reflect.ownKeys(s)) delete s[key];
    Storage.prototype.clear.call(s);
  }
}
const run = (steps) => ['localStorage', 'sessionStorage'].map((name) => outcome(name, steps));
</script>`;

describe('the shim beside a real storage, in Chromium', () => {
  let app: Server;
  let browser: Browser;
  let origin: string;
  /** The sandbox shows it at /share/extra. */
  let extra: Buffer = Buffer.alloc(0);
  let real: Page;
  let shim: Page;

  beforeAll(async () => {
    const { artifact } = await withStorageShim({
      contentHash: 'x',
      artifact: await makeArtifact(Buffer.from(runner)),
    });
    app = createServer((request, response) => {
      if (request.url === '/a.js') return response.end('localStorage.elsewhere = "kept"');
      const sandboxed = request.url?.startsWith('/share/');
      const page = request.url === '/share/extra' ? extra : artifact.identity;
      return response
        .writeHead(200, {
          'Content-Type': 'text/html; charset=utf-8',
          ...(sandboxed && { 'Content-Security-Policy': PAGE_SANDBOX }),
        })
        .end(sandboxed ? page : runner);
    }).listen(0, '127.0.0.1');
    await once(app, 'listening');
    origin = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
    browser = await chromium.launch({
      executablePath: await findChromium((line) => process.stderr.write(`${line}\n`)),
      args: ['--no-sandbox', '--disable-gpu'],
    });
    [real, shim] = await Promise.all([browser.newPage(), browser.newPage()]);
    await Promise.all([real.goto(`${origin}/`), shim.goto(`${origin}/share/x`)]);
    expect(await Promise.all([real, shim].map((page) => page.evaluate('self.origin')))).toEqual([origin, 'null']);
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    app.closeAllConnections();
    app.close();
  });

  const storeAndFail =
    'localStorage.x = 1;\nonerror = (...seen) => { (top.lines ??= []).push(seen[2]); };\n\nnothing.there()';

  it('leaves the numbers of lines in errors as they are', async () => {
    const html = `<!doctype html>\n<title>x</title>\n<p>\n<script>\n${storeAndFail}</script>`;
    const { artifact } = await withStorageShim({ contentHash: 'x', artifact: await makeArtifact(Buffer.from(html)) });
    expect(artifact.identity.toString()).not.toBe(html);
    extra = artifact.identity;
    await shim.goto(`${origin}/share/extra`);
    expect(await shim.evaluate('lines')).toEqual([8]);
    await shim.goto(`${origin}/share/x`);
  });

  it('works in scripts from elsewhere and in the texts of frames', async () => {
    const html = `<!doctype html>\n<title>x</title>\n<script src="${origin}/a.js"></script>
      <iframe srcdoc="<p id='a'>frame</p>\n<script>localStorage.x = 'in the frame';document.body.append(localStorage.x)</script>"></iframe>
`;
    const { artifact } = await withStorageShim({ contentHash: 'x', artifact: await makeArtifact(Buffer.from(html)) });
    extra = artifact.identity;
    await shim.goto(`${origin}/share/extra`);
    expect(await shim.evaluate('localStorage.elsewhere')).toBe('kept');
    const frame = shim.frameLocator('iframe').first();
    await frame.getByText('in the frame').waitFor();
    expect(await shim.frames()[1]?.evaluate('document.compatMode')).toBe('CSS1Compat');
    await shim.goto(`${origin}/share/x`);
  });

  it('lets a page go on where the browser refuses it another path, as WebKit does', async () => {
    const page = await browser.newPage();
    await page.addInitScript(`
      for (const name of ['pushState', 'replaceState']) {
        const change = History.prototype[name];
        History.prototype[name] = function (state, title, url) {
          if (url && new URL(url, document.baseURI).pathname !== location.pathname) {
            throw new DOMException('blocked', 'SecurityError');
          }
          change.call(this, state, title, url);
        };
      }`);
    const html = `<script>
      const tried = (...args) => { try { history[args.shift()](...args); return history.state } catch (error) { return error.name } };
      seen = [tried('pushState', 1, '', '/about'), tried('replaceState', 2, '', 'b'), tried('pushState', 3, '', '#c'),
        tried('pushState', 4, '', 'https://example.jp/'), tried('pushState', 5, '', 'http://['), history.length, location.href];
    </script>`;
    const { artifact } = await withStorageShim({ contentHash: 'x', artifact: await makeArtifact(Buffer.from(html)) });
    extra = artifact.identity;
    await page.goto(`${origin}/share/extra`);
    expect(await page.evaluate('seen')).toEqual([1, 2, 3, 'SecurityError', 'TypeError', 4, `${origin}/share/extra#c`]);
    await page.close();
  });

  it.each(Object.entries(groups))(
    'does the same: %s',
    async (_, lists) => {
      for (const steps of lists) {
        const call = `run(${JSON.stringify(steps)})`;
        const [expected, got] = await Promise.all([real.evaluate<string[]>(call), shim.evaluate<string[]>(call)]);
        expect({ steps, got }).toEqual({ steps, got: expected });
        // If a list were no script, the two results would be equal.
        expect(got.join()).not.toMatch(/SyntaxError|ReferenceError/);
      }
    },
    30_000,
  );
});
