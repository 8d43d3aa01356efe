/** The floods, and the others beside them. */
import { waitFor } from '@haru/local-servers';
import type { System } from '../../start/system.js';
import { publishPage, signUp } from '../common/post-json.js';
import { ask, type LightRequest } from '../common/steady-requests.js';
import type { Flood } from './flood.js';

/** Each flood of the gateway is another client, and none is those who are measured. Linux has all of 127.0.0.0/8. */
const floodAddress = (flood: 1 | 2 | 3): string =>
  process.platform === 'linux' ? `127.0.0.${flood + 1}` : '127.0.0.1';
/**
 * The flood runs on the machine that it floods. As fast as it can it takes a core, and others would wait for that core
 * and not for the gateway; so it keeps to a rate, far above what one honest client sends.
 */
const TOKENS_PER_SECOND = 1_000;
/**
 * By each of the 50 networks six a second, of which the first 20 are published and the others need a proof of work.
 * Ordinary visitors are of many networks too, none of which reaches its limit.
 */
const PAGES_PER_SECOND = 300;
const FLOODING_NETWORKS = 50;
const VISITING_NETWORKS = 200;
/** Of ordinary publishing, for each kind of connection. */
const PUBLISHES_PER_SECOND = 20;
/** Of 6 MB: 120 MB/s, a line of 1 Gbit/s. */
const BODIES_PER_SECOND = 20;

export interface FloodCase {
  what: string;
  process: 'sites-viewer' | 'gateway';
  others: LightRequest;
  /** How often others ask; `PER_SECOND` where it is left out. */
  perSecond?: number;
  flood: Flood;
  /** How each request or connection of the flood may end, or it was another flood than this. */
  outcomes: readonly string[];
}

export async function casesOf({ url, pagesUrl }: System['description']): Promise<FloodCase[]> {
  const [small, large] = [
    (await publishPage(url, '<h1>small</h1>')).path,
    (await publishPage(url, `<h1>large</h1>${'x'.repeat(1_000_000)}`)).path,
  ];
  const token = await signUp(url);
  const app = { port: Number(new URL(url).port), host: new URL(url).host };
  const pages = { port: Number(new URL(pagesUrl).port), host: new URL(pagesUrl).host };
  const reading = { ...app, path: `/functions/v1/serve-site?path=${small}` };
  const gateway = { process: 'gateway', others: reading, outcomes: ['401', '429'] } as const;
  const byToken = { port: app.port, path: reading.path, token, requests: 9_000, perSecond: TOKENS_PER_SECOND };
  const byPage = {
    ...pages,
    from: floodAddress(1),
    path: `/share/${large}`,
    connections: 20,
    requestsPerConnection: 150,
    seconds: 8,
  };
  const cases: FloodCase[] = [
    {
      what: '20 × 150 pipelined 1 MB pages, none read',
      process: 'sites-viewer',
      others: { ...pages, path: `/share/${small}` },
      flood: { kind: 'pipeline', ...byPage },
      outcomes: ['open'],
    },
    {
      ...gateway,
      what: '9,000 tokens, white space differs',
      flood: { kind: 'white space', from: floodAddress(1), ...byToken },
    },
    {
      ...gateway,
      what: '9,000 tokens, signature differs',
      flood: { kind: 'signature', from: floodAddress(2), ...byToken },
    },
    {
      ...gateway,
      what: '200 bodies of 6 MB, wrong key',
      flood: {
        kind: 'body',
        from: floodAddress(3),
        port: app.port,
        bodyBytes: 6_000_000,
        requests: 200,
        perSecond: BODIES_PER_SECOND,
      },
    },
    ...(process.platform === 'linux' ? [publishing(app)] : []),
  ];
  for (const target of [...cases.map(({ others }) => others), { ...pages, path: byPage.path }]) {
    await waitFor(async () => (await ask(target)).status === 200, { timeoutMs: 20_000, what: target.path });
  }
  return cases;
}

/** Addresses of so many /24 networks. */
const networks = (second: number, count: number) =>
  Array.from({ length: count }, (_, third) => `127.${second}.${third}.1`);

function publishing(app: Pick<LightRequest, 'port' | 'host'>): FloodCase {
  const from = networks(100, FLOODING_NETWORKS);
  const post = { json: JSON.stringify({ html_content: '<p>ordinary' }), from: networks(101, VISITING_NETWORKS) };
  return {
    what: `pages from ${FLOODING_NETWORKS} networks, beside ordinary publishing`,
    process: 'gateway',
    others: { ...app, path: '/functions/v1/create-site', post },
    perSecond: PUBLISHES_PER_SECOND,
    flood: { kind: 'publish', port: app.port, from, requests: 3_000, perSecond: PAGES_PER_SECOND },
    outcomes: ['200', '429'],
  };
}
