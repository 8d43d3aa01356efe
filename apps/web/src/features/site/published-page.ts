import type { PublishedSite } from '../../api/api.js';

/** What the result screen shows of a page that was just published. */
export interface PublishedPage {
  site: PublishedSite;
  ownerId: string | undefined;
  password?: string | undefined;
  /** Whether its address was copied. */
  copied?: Promise<boolean> | undefined;
}
