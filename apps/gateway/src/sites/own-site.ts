import type { CreateSiteAnswer, PageAddresses, PublishedSite } from '@haru/contracts';

/** A live page of the caller's, as answers have it. */
export function ownSiteOf(
  { id, path, title, expiresAt, secrets }: PublishedSite,
  addresses: PageAddresses,
): CreateSiteAnswer['site'] {
  const found = secrets ? { secrets } : {};
  return { id, path, title, url: addresses.urlOf(path), expires_at: expiresAt, ...found };
}
