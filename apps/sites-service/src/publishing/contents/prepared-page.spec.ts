import { describe, expect, it } from '@jest/globals';
import { needsOwnOrigin } from './prepared-page.js';

describe('needsOwnOrigin', () => {
  it.each([
    '<script>localStorage.x = 1</script>',
    '<script>window["sessionStorage"]</script>',
    '<script>const open = indexedDB.open("x")</script>',
    '<script type=module>await caches.open("x")</script>',
    '<script>navigator.serviceWorker?.register("/sw.js")</script>',
    '<script>new Worker(URL.createObjectURL(blob))</script>',
    '<button onclick="history.pushState({}, null, `/a`)">x</button>',
    '<a href="javascript:local%53torage.clear()">x</a>',
    '<script>local\\u0053torage.x = 1</script>',
    '<iframe srcdoc="<script>localStorage.x = 1</script>"></iframe>',
  ])('sees %s', (html) => expect(needsOwnOrigin(html)).toBe(true));

  it.each([
    '<p>localStorage, history.pushState, new Worker()</p>',
    '<script>let x = 1</script><p>localStorage</p>',
    '<script src="https://example.jp/a.js"></script>',
    '<script>import("./a.js")</script>',
    '<script>history.replaceState(null, null, "?tab=2")</script>',
    '<script>const mySessionStorage = {}, workers = []</script>',
    '<script type="application/json">{"a":"localStorage"}</script>',
    '<!-- <script>localStorage.x = 1</script> -->',
    '<textarea><script>localStorage.x = 1</script></textarea>',
  ])('does not see %s', (html) => expect(needsOwnOrigin(html)).toBe(false));
});
