import { isSiteValue, siteColumns, type SiteRow } from '@haru/contracts';

/** The list has none of these columns: it shows neither the page itself nor what follows from the other columns. */
const hidden = [
  'user_id',
  'html_content',
  'storage_path',
  'is_active',
  'last_modified',
  'version',
  'password',
] as const;

export type MySite = Omit<SiteRow, (typeof hidden)[number]>;

const hiddenNames: readonly string[] = hidden;
const columns = Object.keys(siteColumns).filter((name): name is keyof MySite => !hiddenNames.includes(name));

export const COLUMNS = columns.join(',');

export function isMySite(row: unknown): row is MySite {
  if (typeof row !== 'object' || row === null) return false;
  const site: Partial<Record<keyof MySite, unknown>> = row;
  return columns.every((column) => isSiteValue(column, site[column]));
}

/** Whether only some people see the page. */
export function isClosed(visibility: string | undefined): visibility is 'secret' | 'password' {
  return visibility === 'secret' || visibility === 'password';
}
