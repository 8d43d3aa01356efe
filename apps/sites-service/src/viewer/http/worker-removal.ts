import { ownOriginHeaders } from '../headers/page-security.js';

/**
 * A service worker answers for its page also when the page is stopped. Browsers compare its script with the server's at
 * each visit and install another one beside it; this one takes its place, removes itself and loads the windows again.
 */
const script = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil((async () => {
  await registration.unregister();
  for (const window of await clients.matchAll({ type: 'window' })) window.navigate(window.url).catch(() => undefined);
})()));
`;

/** It answers a browser that asks for the service worker of a page which is not shown to everybody. */
export const workerRemoval = {
  body: Buffer.from(script),
  headers: [
    ...['Content-Type', 'text/javascript; charset=utf-8'],
    ...['Content-Length', String(Buffer.byteLength(script))],
    ...['Cache-Control', 'no-store'],
    ...ownOriginHeaders,
  ],
};
