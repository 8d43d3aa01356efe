import { seededNumbers } from './seeded-numbers.js';

const ANSWER_WITHIN_MS = 15_000;

interface OddToolCallsOptions {
  origin: string;
  /** Bearers and edit keys that are valid, and some that are not. */
  credentials: readonly string[];
  count: number;
  concurrency: number;
  seed: number;
}

interface OddToolCallsOutcome {
  /** Answers with a fault, with a credential, or none in time. */
  faults: string[];
  /** So many answers had each status, or code of a tool's error, or `done`. */
  codes: Map<string, number>;
}

/** Sends odd messages to the address at which assistants call tools. */
export async function sendOddToolCalls(options: OddToolCallsOptions): Promise<OddToolCallsOutcome> {
  const { origin, credentials, count, concurrency, seed } = options;
  const next = seededNumbers(seed);
  const outcome: OddToolCallsOutcome = { faults: [], codes: new Map() };
  let left = count;
  const run = async () => {
    while (left-- > 0) {
      const call = oddCall(next, credentials);
      const { status, text } = await send(origin, call);
      const code = codeIn(status, text);
      outcome.codes.set(code, (outcome.codes.get(code) ?? 0) + 1);
      const isFault = status === 0 || (status >= 500 && status !== 503) || code === 'UNKNOWN_ERROR';
      if (isFault || credentials.some((credential) => text.includes(credential))) {
        outcome.faults.push(`${status} ${text.slice(0, 300)} to ${call.body.slice(0, 300)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, run));
  return outcome;
}

async function send(origin: string, { headers, body }: ReturnType<typeof oddCall>) {
  const init = { method: 'POST', headers, body, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) };
  try {
    const answer = await fetch(`${origin}/mcp`, init);
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    return { status: 0, text: String(error) };
  }
}

function codeIn(status: number, text: string): string {
  const [, code] = /\\"code\\":\\"(\w+)\\"/.exec(text) ?? [];
  return code ?? (text.includes('structuredContent') ? 'done' : String(status));
}

function oddCall(next: () => number, credentials: readonly string[]) {
  const pick = <Item>(from: readonly Item[]): Item => from[Math.floor(next() * from.length)] as Item;
  const odd = () =>
    pick<unknown>([
      '',
      '\0',
      '\ud800',
      '..',
      'あ',
      'x'.repeat(5_000),
      -1,
      0,
      1,
      2 ** 31,
      1e300,
      null,
      true,
      [],
      {},
      [[]],
      { a: 1 },
    ]);
  const names = ['check_page', 'publish_page', 'update_page', 'get_page', 'list_pages', 'list_versions'];
  const name = next() < 0.95 ? pick([...names, 'restore_version', 'set_page', 'delete_page', 'prepare_upload']) : odd();
  const texts = [
    '<h1>x</h1>',
    '# x',
    '```html\n<p>x\n```',
    '{"html":"<p>x"}',
    ' ',
    '<input type=password><title>楽天カード',
  ];
  const values: Record<string, () => unknown> = {
    content: () => pick(texts),
    path: () => pick(['no-such', 'abc', 'a b', '%', 'x'.repeat(70)]),
    edit_key: () => pick(credentials),
    base_version: () => pick([1, 2, 99]),
    version: () => pick([1, 2, 99]),
    id: () => pick(['00000000-0000-4000-8000-000000000000', 'x']),
    title: () => pick(['a title', ' ', 'x'.repeat(500)]),
    new_path: () => pick(['abc', 'ABC', 'admin', 'x']),
    noindex: () => pick([true, false]),
    expires_at: () => pick(['2000-01-01T00:00:00Z', '2030-01-01T00:00:00+09:00', '275760-09-13T00:00:00Z', 'x']),
    limit: () => pick([1, 100, 101]),
    offset: () => pick([0, 1_000_000]),
    idempotency_key: () => pick(['k', 'x'.repeat(300)]),
  };
  const given = Object.entries(values).filter(([member]) => next() < (member === 'content' ? 0.8 : 0.35));
  const args = Object.fromEntries(given.map(([member, value]) => [member, next() < 0.85 ? value() : odd()]));
  const method = next() < 0.9 ? 'tools/call' : pick(['tools/list', 'initialize', 'ping', 'server/discover', 'x', '']);
  const message: unknown = { jsonrpc: '2.0', id: next() < 0.9 ? 1 : odd(), method, params: { name, arguments: args } };
  const others = [
    odd(),
    [message, message],
    { ...(message as object), params: odd() },
    { jsonrpc: '2.0', method: odd() },
  ];
  const body =
    next() < 0.9 ? JSON.stringify(message) : (JSON.stringify(pick(others)) ?? '').slice(0, pick([3, 50, 9_999]));
  const types = ['application/json', 'application/json; charset=utf-16', 'text/html'];
  const headers: Record<string, string> = {
    accept: pick(['application/json, text/event-stream', 'application/json, text/event-stream', '*/*', 'text/html']),
    'content-type': next() < 0.95 ? 'application/json' : pick(types),
  };
  if (next() < 0.6) headers['authorization'] = `Bearer ${pick(credentials)}`;
  if (next() < 0.1) headers['mcp-protocol-version'] = pick(['2026-07-28', '2025-11-25', '1', 'x']);
  if (next() < 0.1) headers['mcp-method'] = pick(['tools/call', 'x']);
  if (next() < 0.05) headers['mcp-session-id'] = 'x';
  return { headers, body };
}
