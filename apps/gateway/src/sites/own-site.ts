import type { CreateSiteAnswer, PageAddresses, PublishedSite } from '@haru/contracts';

/** Answers show a live page of the caller in this form. */
export function ownSiteOf(
  { id, path, title, expiresAt, secrets, underReview, needsOwnOrigin, visibility, accessKey }: PublishedSite,
  addresses: PageAddresses,
): CreateSiteAnswer['site'] {
  const found = { ...(secrets ? { secrets } : {}), ...(underReview ? { under_review: underReview } : {}) };
  const url = addresses.urlOf(path, needsOwnOrigin, accessKey, visibility);
  const common = { id, path, title, url, expires_at: expiresAt, ...found };
  if (visibility !== undefined) return { ...common, visibility };
  return { ...common, fallback_url: addresses.sharedUrlOf(path) };
}
