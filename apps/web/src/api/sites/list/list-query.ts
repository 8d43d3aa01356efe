import { DAY_MS, limits } from '@haru/contracts';
import type { MySite } from '../my-site.js';

type SiteOrder = 'created_at.desc' | 'created_at.asc' | 'expires_at.asc' | 'title.asc';
type ShownSites = 'live' | 'soon';

export interface ListChoice {
  order: SiteOrder;
  shown: ShownSites;
  /** Titles and paths that contain it are listed; '' lists all. */
  search: string;
}

export const SOON_SITES: ListChoice = { order: 'expires_at.asc', shown: 'soon', search: '' };

/** A part of the list begins after this row, wherever the row stands by then. */
interface ListCursor {
  value: string;
  id: string;
}

export interface ListPart {
  limit: number;
  after?: ListCursor;
}

/** Returns the members of the data API's query for a part of a list. The server orders equal values by id. */
export function listQuery({ order, shown, search }: ListChoice, { limit, after }: ListPart, now: Date): string {
  const words = search.trim();
  const query = new URLSearchParams([...conditionsOf(shown, now), ['order', order], ['limit', String(limit)]]);
  if (words !== '') {
    const pattern = quoted(`*${words.replaceAll(/[\\%_]/g, '\\$&')}*`);
    query.append('or', `(title.ilike.${pattern},path.ilike.${pattern})`);
  }
  if (after) {
    const [column, direction] = order.split('.');
    const value = quoted(after.value);
    const beyond = `${column}.${direction === 'desc' ? 'lt' : 'gt'}.${value}`;
    query.append('or', `(${beyond},and(${column}.eq.${value},id.gt.${after.id}))`);
  }
  return query.toString();
}

export function cursorAfter(site: MySite, order: SiteOrder): ListCursor {
  const [column] = order.split('.') as ['created_at' | 'expires_at' | 'title'];
  return { value: site[column], id: site.id };
}

function conditionsOf(shown: ShownSites, now: Date): [string, string][] {
  const notEnded: [string, string] = ['expires_at', `gt.${now.toISOString()}`];
  if (shown === 'live') return [notEnded];
  const soon = new Date(now.getTime() + limits.expiringSoonDays * DAY_MS);
  return [['is_active', 'eq.true'], notEnded, ['expires_at', `lte.${soon.toISOString()}`]];
}

/** Quotes a value, because commas and brackets would end it. */
function quoted(value: string): string {
  return `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
}
