import { PageAddresses, type AppConfig } from '@haru/contracts';
import { useGetAppConfigQuery } from '../api.js';

/** Makes the address of a page, with its key if it has one; undefined until the addresses of pages are loaded. */
export function useShareUrl(): (path: string, hadOwnOrigin?: boolean, accessKey?: string | null) => string | undefined {
  const addresses = usePageAddresses();
  return (path, hadOwnOrigin, accessKey) => addresses?.urlOf(path, hadOwnOrigin, accessKey);
}

export function usePageAddresses(): PageAddresses | undefined {
  return pageAddressesIn(useGetAppConfigQuery().data);
}

function pageAddressesIn(config: AppConfig | undefined): PageAddresses | undefined {
  if (config?.pagesOrigin === undefined) return undefined;
  const { origin: appOrigin, pagesOrigin, ownOriginPattern: pattern, ownOriginsFor } = config;
  return new PageAddresses({ appOrigin, pagesOrigin, pattern, ownOriginsFor });
}
