import { Client } from 'pg';

const COUNTED_ROWS = {
  pages: ['haru_sites', 'SELECT created_at FROM sites UNION ALL SELECT created_at FROM deleted_sites'],
  versions: ['haru_sites', 'SELECT created_at FROM page_versions'],
  accounts: ['haru_auth', 'SELECT created_at FROM users'],
  reports: ['haru_feedback', 'SELECT created_at FROM reports'],
} as const;

const databases = ['haru_auth', 'haru_sites', 'haru_feedback'] as const;
const COMPARED_PAGES = 10;

export interface Checks {
  /** The names of the migrations of each database. */
  migrations: Record<(typeof databases)[number], string[]>;
  /** Rows from before the backup's time that were still there after it. */
  counts: Record<string, number>;
  /** The newest pages from before the backup's time that did not change during it, with a hash of what they show. */
  pages: { path: string; hash: string }[];
}

/** A restored cluster is compared with these values. Call it before and after the backup, and pass both to `unchanged`. */
export async function readChecks(url: string, before: Date, paths?: readonly string[]): Promise<Checks> {
  const checks: Checks = { migrations: {} as Checks['migrations'], counts: {}, pages: [] };
  for (const database of databases) {
    await withClient(url, database, async (client) => {
      const migrations = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY name');
      checks.migrations[database] = migrations.rows.map(({ name }) => name);
      for (const [name, [owner, rows]] of Object.entries(COUNTED_ROWS)) {
        if (owner !== database) continue;
        const sql = `SELECT count(*)::int AS count FROM (${rows}) AS counted WHERE created_at < $1`;
        checks.counts[name] = (await client.query<{ count: number }>(sql, [before])).rows[0]?.count ?? 0;
      }
      if (database === 'haru_sites') checks.pages = await readPages(client, before, paths);
    });
  }
  return checks;
}

async function readPages(client: Client, before: Date, paths?: readonly string[]): Promise<Checks['pages']> {
  // The list of a page's files has a hash of its own; the files are compared one by one.
  const { rows } = await client.query<Checks['pages'][number]>(
    `SELECT path, encode(sha256(content_hash || convert_to(coalesce(html, ''), 'UTF8')), 'hex') AS hash
     FROM (SELECT path, content_hash FROM sites WHERE created_at < $1 AND ($2::text[] IS NULL OR path = ANY ($2))
           ORDER BY created_at DESC LIMIT ${COMPARED_PAGES}) AS newest
     LEFT JOIN contents ON contents.hash = content_hash ORDER BY path`,
    [before, paths ?? null],
  );
  return rows;
}

/** Leaves out the pages that changed between two readings. */
export function unchanged(before: Checks, after: Checks): Checks {
  return { ...after, pages: after.pages.filter((page) => before.pages.some((same) => isSame(page, same))) };
}

/** @returns what a restored cluster lacks, as sentences */
export async function differencesOf(url: string, before: Date, expected: Checks): Promise<string[]> {
  const paths = expected.pages.map(({ path }) => path);
  const found = await readChecks(url, before, paths);
  const differences: string[] = [];
  for (const database of databases) {
    const [wanted, has] = [expected.migrations[database], found.migrations[database]].map(String);
    if (wanted !== has) differences.push(`${database} has the migrations ${has}, not ${wanted}.`);
  }
  // Rows that were deleted during the backup may be there; rows that stayed must not be missing.
  for (const [name, count] of Object.entries(expected.counts)) {
    const has = found.counts[name] ?? 0;
    if (has < count) differences.push(`There are ${has} ${name} of ${count}.`);
  }
  for (const page of expected.pages) {
    if (!found.pages.some((same) => isSame(page, same))) differences.push(`The page ${page.path} has other contents.`);
  }
  return differences;
}

const isSame = (a: Checks['pages'][number], b: Checks['pages'][number]): boolean =>
  a.path === b.path && a.hash === b.hash;

/** Connects to another database of the same cluster. */
export async function withClient<T>(url: string, database: string, use: (client: Client) => Promise<T>): Promise<T> {
  const address = new URL(url);
  address.pathname = `/${database}`;
  const client = new Client({ connectionString: address.href });
  // The statement that runs then fails with the same error.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
