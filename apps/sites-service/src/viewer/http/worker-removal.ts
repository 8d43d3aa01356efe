import { ownOriginHeaders } from '../headers/page-security.js';

/**
 * A service worker would keep showing its page after the page is stopped. At each visit browsers fetch the script again
 * and install it if it has changed, so this script replaces the worker, unregisters it and reloads the windows.
 */
const script = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil((async () => {
  await registration.unregister();
  const windows = await clients.matchAll({ type: 'window' });
  await Promise.all(windows.map((window) => window.navigate(window.url)));
})()));
`;

/** A browser that requests the service worker of a hidden page gets this answer. */
export const workerRemoval = {
  body: Buffer.from(script),
  headers: [
    ...['Content-Type', 'text/javascript; charset=utf-8'],
    ...['Content-Length', String(Buffer.byteLength(script))],
    ...['Cache-Control', 'no-store'],
    ...ownOriginHeaders,
  ],
};
