/** The floods, and the others beside them. */
import { waitFor } from '@haru/local-servers';
import type { System } from '../../start/system.js';
import { publishPage, signUp } from '../common/post-json.js';
import { ask, type LightRequest } from '../common/steady-requests.js';
import type { Flood } from './flood.js';

/** Each flood of the gateway is another client, and none is those who are measured. Linux has all of 127.0.0.0/8. */
const floodAddress = (flood: number): string => (process.platform === 'linux' ? `127.0.0.${flood + 1}` : '127.0.0.1');
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
/** Together they ask more than one address may. */
const READING_ADDRESSES =
  process.platform === 'linux' ? ['127.0.0.1', '127.0.1.1', '127.0.1.2', '127.0.1.3'] : ['127.0.0.1'];
/** Of ordinary publishing, for each kind of connection. */
const PUBLISHES_PER_SECOND = 20;
/** Of 6 MB: 120 MB/s, a line of 1 Gbit/s. */
const BODIES_PER_SECOND = 20;

/** Of the pages of which JSON makes six times as much. */
const READ_SECONDS = 8;
const READER_COUNTS = [40, 200];

export interface FloodCase {
  what: string;
  processes: readonly ('sites-viewer' | 'gateway' | 'sites-service')[];
  others: LightRequest;
  /** How often others ask; `PER_SECOND` where it is left out. */
  perSecond?: number | undefined;
  flood: Flood;
  /** How each request or connection of the flood may end, or it was another flood than this. */
  outcomes: readonly string[];
}

export async function casesOf(system: System['description']): Promise<FloodCase[]> {
  const { url, pagesUrl } = system;
  const [small, large] = [
    (await publishPage(url, '<h1>small</h1>')).path,
    (await publishPage(url, `<h1>large</h1>${'x'.repeat(1_000_000)}`)).path,
  ];
  const token = await signUp(url);
  const app = { port: Number(new URL(url).port), host: new URL(url).host };
  const pages = { port: Number(new URL(pagesUrl).port), host: new URL(pagesUrl).host };
  const reading = { ...app, path: `/functions/v1/serve-site?path=${small}`, from: READING_ADDRESSES };
  const gateway = { processes: ['gateway'], others: reading, outcomes: ['401', '429'] } as const;
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
      processes: ['sites-viewer'],
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
    ...(process.platform === 'linux' ? [publishing(app), ...(await readers(system, reading))] : []),
  ];
  for (const target of [...cases.map(({ others }) => others), { ...pages, path: byPage.path }]) {
    await waitFor(async () => (await ask(target)).status === 200, { timeoutMs: 20_000, what: target.path });
  }
  return cases;
}

/** Addresses of so many /24 networks. */
const networks = (second: number, count: number) =>
  Array.from({ length: count }, (_, third) => `127.${second}.${third}.1`);

function publishes({ port, host }: Pick<LightRequest, 'port' | 'host'>): LightRequest {
  const json = JSON.stringify({ html_content: '<p>ordinary' });
  return { port, host, path: '/functions/v1/create-site', json, from: networks(101, VISITING_NETWORKS) };
}

function publishing(app: Pick<LightRequest, 'port' | 'host'>): FloodCase {
  const from = networks(100, FLOODING_NETWORKS);
  return {
    what: `pages from ${FLOODING_NETWORKS} networks, beside ordinary publishing`,
    processes: ['gateway'],
    others: publishes(app),
    perSecond: PUBLISHES_PER_SECOND,
    flood: { kind: 'publish', port: app.port, from, requests: 3_000, perSecond: PAGES_PER_SECOND },
    outcomes: ['200', '429'],
  };
}

/** By each of the three routes that answer with a page, whose readers take it at full speed or not at all. */
async function readers({ url, anonKey }: System['description'], reading: LightRequest): Promise<FloodCase[]> {
  const headers = { apikey: anonKey, authorization: `Bearer ${await signUp(url)}` };
  const page = `<p>${'\u0001'.repeat(1_048_000)}`;
  const { id, path } = await publishPage(url, page, headers);
  const paths = {
    'serve-site': `/functions/v1/serve-site?path=${path}`,
    'site-version': `/functions/v1/site-version?id=${id}&version=1`,
    'rest/v1': `/rest/v1/sites?select=html_content&id=eq.${id}`,
  };
  return Object.entries(paths).flatMap(([route, path], at) =>
    READER_COUNTS.map((readers, index) => {
      const isSlow = (at + index) % 2 === 1;
      const from = floodAddress(10 + 10 * at + index);
      return {
        what: `${readers} readers by ${route}, ${isSlow ? 'none reads' : 'at full speed'}`,
        processes: ['gateway', 'sites-service'] as const,
        others: at === 1 ? publishes(reading) : reading,
        perSecond: at === 1 ? PUBLISHES_PER_SECOND : undefined,
        flood: {
          kind: 'read' as const,
          from,
          port: reading.port,
          path,
          headers,
          readers,
          isSlow,
          seconds: READ_SECONDS,
        },
        outcomes: ['200', '429', '503'],
      };
    }),
  );
}
