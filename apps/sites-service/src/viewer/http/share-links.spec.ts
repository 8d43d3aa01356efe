import { PageAddresses } from '@haru/contracts';
import { QueueFullError } from '@haru/service-runtime';
import { describe, expect, it } from '@jest/globals';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PageCache } from '../sources/page-cache.js';
import { AccessKeys } from '../../sites/access-keys.js';
import { Admissions } from './admissions.js';
import { ReviewNotice } from './review-notice.js';
import { ShareLinks } from './share-links.viewer.js';
import { DatabaseUnavailable } from '../cache/site-state.js';

const keys = ['k'.repeat(32)];

describe('a share link whose page is not available', () => {
  const screenAfter = (error: Error) =>
    new Promise<string>((resolve) => {
      const pages = { peek: () => undefined, load: () => Promise.reject(error) } as unknown as PageCache;
      const addresses = new PageAddresses({ appOrigin: 'https://haru.example', pagesOrigin: 'https://pages.example' });
      const unused = { show: () => Promise.reject(new Error('not asked for')) };
      const usedCodes = { isFirstUse: () => Promise.resolve(true) };
      const links = new ShareLinks(
        ...([pages, addresses, new ReviewNotice(keys, addresses)] as const),
        new Admissions(keys, new AccessKeys(keys), usedCodes, addresses),
        ...([unused, unused] as const),
      );
      const response = {
        writeHead: () => ({ end: (body: Buffer) => resolve(body.toString()) }),
      };
      const request = { url: '/share/page', method: 'GET', headers: { host: 'pages.example' } };
      links.handle(request as IncomingMessage, response as unknown as ServerResponse);
    });

  it.each([
    ['the database is not available', new DatabaseUnavailable('in a test'), 'FETCH_ERROR'],
    ['too much waits', new QueueFullError('in a test'), 'FETCH_ERROR'],
    ['something is wrong', new Error('in a test'), 'UNKNOWN_ERROR'],
  ])('says so when %s', async (_, error, code) => {
    expect(await screenAfter(error)).toContain(`<code id="code">${code}</code>`);
  });
});
