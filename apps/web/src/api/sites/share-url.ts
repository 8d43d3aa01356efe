import { PageAddresses } from '@haru/contracts';
import type { MySite } from './my-site.js';
import { useAppConfig } from '../api.js';

type SharedSite = Pick<MySite, 'path'> & Partial<Pick<MySite, 'had_own_origin' | 'access_key' | 'visibility'>>;

/** Makes the address of a page that its owner gives out; undefined until the page and the addresses of pages are loaded. */
export function useShareUrl(): (site: SharedSite | null | undefined) => string | undefined {
  const addresses = usePageAddresses();
  return (site) =>
    site ? addresses?.urlOf(site.path, site.had_own_origin, site.access_key, site.visibility) : undefined;
}

export function usePageAddresses(): PageAddresses | undefined {
  const config = useAppConfig((loaded) => loaded);
  if (config?.pagesOrigin === undefined) return undefined;
  const { origin: appOrigin, pagesOrigin, ownOriginPattern: pattern, ownOriginsFor } = config;
  return new PageAddresses({ appOrigin, pagesOrigin, pattern, ownOriginsFor });
}
