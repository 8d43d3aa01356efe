import type { CreateSiteAnswer, PageAddresses, PublishedSite } from '@haru/contracts';

/** Answers show a live page of the caller in this form. */
export function ownSiteOf(
  { id, path, title, expiresAt, secrets, underReview, needsOwnOrigin, accessKey }: PublishedSite,
  addresses: PageAddresses,
): CreateSiteAnswer['site'] {
  const found = { ...(secrets ? { secrets } : {}), ...(underReview ? { under_review: underReview } : {}) };
  const url = addresses.urlOf(path, needsOwnOrigin, accessKey);
  const common = { id, path, title, url, expires_at: expiresAt, ...found };
  if (accessKey !== undefined) return { ...common, visibility: 'secret' };
  return { ...common, fallback_url: addresses.sharedUrlOf(path) };
}
