import type { ListedSite } from '@haru/contracts';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';

/**
 * What the list shows of a site, each column with a check of its value: the contracts' schema would bring zod along. The
 * page itself is never part of it.
 */
const columns = {
  id: isText,
  title: isText,
  path: isText,
  noindex: isFlag,
  created_at: isText,
  expires_at: isText,
  stopped_reason: (value) => value === null || isText(value),
  owner_unconfirmed: isFlag,
} satisfies Partial<Record<keyof ListedSite, Check>>;

/** A site as its owner's list shows it. Times are ISO 8601. */
export type MySite = Pick<ListedSite, keyof typeof columns>;

export const COLUMNS = Object.keys(columns).join(',');

export function isMySite(row: unknown): row is MySite {
  if (typeof row !== 'object' || row === null) return false;
  const values = new Map<string, unknown>(Object.entries(row));
  return Object.entries<Check>(columns).every(([name, check]) => check(values.get(name)));
}
