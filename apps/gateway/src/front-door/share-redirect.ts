import type { PageAddresses } from '@haru/contracts';
import type { RequestListener } from 'node:http';

const headers = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-type': 'text/plain; charset=utf-8',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
};

/** Redirects share links on the app's host to the page. */
export function shareRedirect(addresses: PageAddresses): RequestListener {
  return ({ method, url = '/' }, response) => {
    if (method === 'GET' || method === 'HEAD') {
      response.writeHead(302, { ...headers, location: addresses.locationOf(url), 'content-length': 0 }).end();
    } else {
      response.writeHead(405, { ...headers, allow: 'GET, HEAD' }).end('Method not allowed\n');
    }
  };
}
