import type { CreateSiteAnswer, PageAddresses, PublishedSite } from '@haru/contracts';

/** Answers show a live page of the caller in this form. */
export function ownSiteOf(
  { id, path, title, expiresAt, secrets, underReview, needsOwnOrigin }: PublishedSite,
  addresses: PageAddresses,
): CreateSiteAnswer['site'] {
  const found = { ...(secrets ? { secrets } : {}), ...(underReview ? { under_review: underReview } : {}) };
  const [url, fallback] = [addresses.urlOf(path, needsOwnOrigin), addresses.sharedUrlOf(path)];
  return { id, path, title, url, fallback_url: fallback, expires_at: expiresAt, ...found };
}
