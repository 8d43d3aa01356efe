import type { CreateSiteAnswer, PageAddresses, PublishedSite } from '@haru/contracts';

/** Answers show a live page of the caller in this form. */
export function ownSiteOf(
  { id, path, title, expiresAt, secrets, underReview }: PublishedSite,
  addresses: PageAddresses,
): CreateSiteAnswer['site'] {
  const found = { ...(secrets ? { secrets } : {}), ...(underReview ? { under_review: underReview } : {}) };
  return { id, path, title, url: addresses.urlOf(path), expires_at: expiresAt, ...found };
}
