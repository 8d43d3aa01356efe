import { urlsOf } from '@haru/service-runtime';
import { Client } from 'pg';

/** Each address must answer within this time; a client's own time to connect is at least two seconds. */
const ANSWER_WITHIN_MS = 1_500;

/** Finds the server that takes writes among several addresses of one database. */
export class PrimaryFinder {
  private found: Promise<URL> | undefined;

  constructor(private readonly urls: readonly URL[]) {}

  /**
   * Asks all of them concurrently, unless the answer is known.
   * @throws Error that counts as "database unavailable" when none takes writes
   */
  find(): Promise<URL> {
    if (this.found) return this.found;
    const found = this.ask();
    this.found = found;
    found.catch(() => this.forget());
    return found;
  }

  /** Makes the next connection ask again: the server is lost, or no longer takes writes. */
  forget(): void {
    this.found = undefined;
  }

  private async ask(): Promise<URL> {
    const asked = this.urls.map(async (url) => {
      await assertTakesWrites(url);
      return url;
    });
    try {
      return await Promise.any(asked);
    } catch (error) {
      const reasons = error instanceof AggregateError ? error.errors.map(String).join('; ') : String(error);
      throw Object.assign(new Error(`no Postgres takes writes: ${reasons}`, { cause: error }), {
        code: 'ECONNREFUSED',
      });
    }
  }
}

const finders = new Map<string, PrimaryFinder>();

/** All clients of these addresses share one. @returns undefined if there is one address only */
export function primaryFinderOf(databaseUrl: string): PrimaryFinder | undefined {
  const urls = urlsOf(databaseUrl).map(withoutTarget);
  if (urls.length < 2) return undefined;
  const known = finders.get(databaseUrl) ?? new PrimaryFinder(urls);
  finders.set(databaseUrl, known);
  return known;
}

/** Keeps only the first address of the URL, because pg and TypeORM read one. */
export function firstAddressOf(databaseUrl: string): string {
  const [first, ...others] = urlsOf(databaseUrl);
  return first && others.length > 0 ? withoutTarget(first).href : databaseUrl;
}

/** Of several addresses the one that takes writes is meant, whether or not the URL says so. */
function withoutTarget(url: URL): URL {
  const copy = new URL(url);
  copy.searchParams.delete('target_session_attrs');
  return copy;
}

async function assertTakesWrites(url: URL): Promise<void> {
  const client = new Client({
    connectionString: url.href,
    application_name: 'primary-finder',
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  });
  // The error also fails the question, which reports it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
    if (rows[0]?.transaction_read_only !== 'off') throw new Error(`${url.host} is read-only`);
  } finally {
    await client.end();
  }
}
