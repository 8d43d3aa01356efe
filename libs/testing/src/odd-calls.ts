import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { seededNumbers } from './seeded-numbers.js';

const ANSWER_WITHIN_MS = 15_000;

interface OddCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

interface OddCallsOptions {
  origin: string;
  /** Bearers that are valid, and some that are not. */
  credentials: readonly string[];
  /** Paths of pages that exist. */
  paths: readonly string[];
  count: number;
  concurrency: number;
  seed: number;
}

interface OddCallsOutcome {
  /** Answers with a fault, without an answer, or with an error that does not say what to do. */
  faults: string[];
  /** So many answers had each status. */
  statuses: Map<number, number>;
}

/** Sends odd requests to the addresses at which programs publish, change pages and use keys. */
export async function sendOddCalls({
  origin,
  count,
  concurrency,
  seed,
  ...known
}: OddCallsOptions): Promise<OddCallsOutcome> {
  const next = seededNumbers(seed);
  const outcome: OddCallsOutcome = { faults: [], statuses: new Map() };
  let left = count;
  const run = async () => {
    while (left-- > 0) {
      const call = oddCall(next, known);
      const { status, text } = await send(origin, call).catch((error: Error) => ({ status: 0, text: String(error) }));
      outcome.statuses.set(status, (outcome.statuses.get(status) ?? 0) + 1);
      if (isFault(call, status, text)) {
        const shown = JSON.stringify({ ...call, body: call.body?.subarray(0, 200).toString('latin1') });
        outcome.faults.push(`${status} ${text.slice(0, 300)} to ${shown}`);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, run));
  return outcome;
}

/** A busy service may say so. HEAD has no body. */
function isFault({ method, path }: OddCall, status: number, text: string): boolean {
  if (status === 0 || (status >= 500 && status !== 503)) return true;
  // Programs publish here with POST and PUT alone. The web app answers other methods, with a plain text.
  const isOfWebApp = !/^\/(?:functions|agent)\//.test(path) && method !== 'POST' && method !== 'PUT';
  if (isOfWebApp && status === 404) return false;
  return status >= 400 && text !== '' && !/"message"|"error"|^\w+: .* http\S+\n$/.test(text);
}

function oddCall(next: () => number, { credentials, paths }: Pick<OddCallsOptions, 'credentials' | 'paths'>): OddCall {
  const pick = <Item>(from: readonly Item[]): Item => from[Math.floor(next() * from.length)] as Item;
  const odd = () =>
    pick(['', '%00', '..', '%2e%2e%2f', 'あ', encodeURIComponent('あ'), 'x'.repeat(300), "'", '%', '{}', '-1']);
  const path = next() < 0.6 ? pick(paths) : odd();
  const address = pick([
    '/',
    '/',
    '/page.html',
    `/${odd()}.html`,
    `/functions/v1/pages/${path}/source`,
    `/functions/v1/pages/${path}/source`,
    `/functions/v1/pages/${path}`,
    '/functions/v1/api-keys',
    `/functions/v1/api-keys/${odd()}`,
    '/functions/v1/edit-keys',
    `/functions/v1/edit-keys/${odd()}`,
    `/agent/${pick(credentials)}.md`,
    `/agent/${odd()}`,
  ]);
  const query =
    next() < 0.4 ? `?${pick(['title', 'path', 'noindex', 'x'])}=${odd()}&${pick(['noindex', 'path', ''])}` : '';
  const method = pick(['GET', 'POST', 'POST', 'PUT', 'PUT', 'DELETE', 'PATCH', 'HEAD']);
  const headers: Record<string, string> = {};
  if (next() < 0.8)
    headers['authorization'] =
      `${pick(['Bearer', 'Bearer', 'Bearer', 'bearer', 'Basic', ''])} ${pick([...credentials, 'haru_', 'x'])}`;
  const types = [
    'text/html',
    'application/x-www-form-urlencoded',
    'application/json',
    'multipart/form-data',
    ';',
    'a/b; c',
  ];
  if (next() < 0.8)
    headers['content-type'] = pick([...types, 'multipart/form-data; boundary=b', 'application/vnd.haru.page']);
  const others = [
    'if-match',
    'idempotency-key',
    'accept',
    'accept-language',
    'x-haru-source',
    'x-haru-proof',
    'content-encoding',
  ];
  const values = [
    '*',
    '"v1"',
    'W/"v1"',
    '"v99999999999"',
    'text/plain',
    'ja',
    'ja;q=x,en;q=',
    'gzip',
    'e30=',
    'x'.repeat(2_000),
  ];
  if (next() < 0.7) headers[pick(others)] = pick(values);
  if (next() < 0.1)
    headers[pick(['origin', 'cookie', 'sec-fetch-mode'])] = pick(['null', 'a=b', 'https://example.com']);
  return { method, path: address + query, headers, body: oddBody(next(), pick) };
}

function oddBody(kind: number, pick: <Item>(from: readonly Item[]) => Item): Buffer | undefined {
  if (kind < 0.15) return undefined;
  if (kind < 0.2) return randomBytes(2_000);
  if (kind < 0.22) return Buffer.alloc(1_200_000, 'x');
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.html"\r\n\r\n<h1>x</h1>\r\n--b--\r\n';
  const texts = [
    '',
    ' ',
    '<h1>x</h1>',
    '\0',
    '\ufeff<p>',
    part,
    part.slice(0, -9),
    '--b--',
    '{}',
    '[]',
    'null',
    '{"name":1}',
  ];
  const json = ['{"name":"x","scopes":["read"]}', '{"name":"x","scopes":["x"]}', '{"id":"x"}', '['.repeat(20_000)];
  return Buffer.from(pick([...texts, ...json]));
}

/** `fetch` would refuse some of it before it is sent. */
function send(
  origin: string,
  { method, path, headers: named, body }: OddCall,
): Promise<{ status: number; text: string }> {
  const content = method === 'GET' || method === 'HEAD' ? undefined : body;
  // Node does not say it for every method.
  const headers = content ? { ...named, 'content-length': String(content.length) } : named;
  return new Promise((resolve, reject) => {
    // Each request has its own connection: one that a refused body has closed is not tried again.
    const options = {
      method,
      headers,
      timeout: ANSWER_WITHIN_MS,
      agent: false,
      path: encodeURI(path).replaceAll('%25', '%'),
    };
    const request = httpRequest(origin, options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      answer.on('error', reject);
    });
    request.on('timeout', () => request.destroy(new Error('no answer in time')));
    request.on('error', reject);
    request.end(content);
  });
}
