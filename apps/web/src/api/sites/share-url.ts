import { PageAddresses, type AppConfig } from '@haru/contracts';
import { useGetAppConfigQuery } from '../api.js';

/** Makes the address of a page; undefined until the addresses of pages are loaded. */
export function useShareUrl(): (path: string, hadOwnOrigin?: boolean) => string | undefined {
  const addresses = usePageAddresses();
  return (path, hadOwnOrigin) => addresses?.urlOf(path, hadOwnOrigin);
}

export function usePageAddresses(): PageAddresses | undefined {
  return pageAddressesIn(useGetAppConfigQuery().data);
}

function pageAddressesIn(config: AppConfig | undefined): PageAddresses | undefined {
  if (config?.pagesOrigin === undefined) return undefined;
  const { origin: appOrigin, pagesOrigin, ownOriginPattern: pattern, ownOriginsFor } = config;
  return new PageAddresses({ appOrigin, pagesOrigin, pattern, ownOriginsFor });
}
