/** These limits are fixed. Those that an operator can set are in `site-rules/publish-limits.ts`. */

export const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;

export const limits = {
  /** A page has at most this many bytes of UTF-8. */
  htmlMaxBytes: 1_048_576,
  /** An upload that is not published ends after this many hours. */
  uploadHours: 24,
  /** A page lives for this many days after publishing. */
  siteLifetimeDays: 10,
  /** One extension adds this many days to the present expiry. */
  extensionDays: 30,
  /** An extension that ends later than this is a separate right: `extendFar` of the site policy. */
  extendFarDays: 366,
  /** A permanent page expires this many years ahead. */
  permanentYears: 100,
  /** An expiry more than this ahead is shown as permanent. */
  permanentDisplayYears: 50,
  /** An expiry within this time is shown as expiring soon. */
  expiringSoonDays: 3,
  /** An expired page can be extended for this many days; then it is purged. */
  expiredKeptDays: 30,
  /** A deleted page can be restored for this many days; then it is purged. Its path is reserved as long. */
  deletedKeptDays: 7,
  /** The content of a stopped page is stored as evidence for this many days after the stop and after its deletion. */
  evidenceKeptDays: 30,
  /** The address of a preview of an old version is valid for this many minutes. */
  previewMinutes: 5,
  /** The address of a file of a version, and the host of a preview with several files, are valid for this many minutes. */
  fileTicketMinutes: 10,
  /** A path that was given up is reserved for its former owner for this many days. */
  pathReservedDays: 30,
  customPathMinLength: 3,
  customPathMaxLength: 20,
  randomPathLength: 8,
  titleMaxLength: 200,
  passwordMinLength: 6,
  passwordMaxBytes: 72,
  pagePasswordMaxLength: 100,
  emailMaxLength: 255,
  reportTitleMaxLength: 100,
  reportDescriptionMaxLength: 1000,
  /** A browser adds this beside a report: page and user agent. */
  reportAsideMaxLength: 500,
  /** An operator's note or answer has at most this length. */
  reportEntryMaxLength: 5000,
  moderationReasonMaxLength: 500,
  /** The answer or objection of a reported page's owner has at most this length. */
  caseTextMaxLength: 1000,
  /** A report is answered, and an objection decided, within this many days. */
  caseAnswerDays: 7,
  /** An owner has this many days to answer an inquiry, as Japanese law requires; fewer if it is about sexual images. */
  ownerAnswerDays: 7,
  ownerAnswerDaysSexualImages: 2,
  /** Addresses of reporters are stored for this many days after their case is closed. */
  caseAddressKeptDays: 90,
  versionLabelMaxLength: 100,
  /** A page has at most this many labelled versions. */
  labelledVersionsMax: 20,
  apiKeyNameMaxLength: 100,
  /** An account has at most this many API keys. */
  apiKeysMax: 20,
  /** A page has at most this many edit keys: a further one ends the oldest. */
  editKeysMax: 5,
  idempotencyKeyMaxLength: 255,
  idempotencyKeyHours: 24,
  siteCountRefreshMs: 30_000,
  redirectAfterConfirmMs: 3_000,
  noticeMs: 2_000,
  tokenRefreshBackoffMs: 200,
} as const;

/** A person may choose a path of lowercase letters, digits and hyphens. */
export const customPathPattern = /^[a-z0-9-]{3,20}$/;
