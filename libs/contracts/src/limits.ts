/** Every number of the product, once. Services and browser import them; nothing repeats them. */

export const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;

export const limits = {
  /** Largest page, in bytes of UTF-8. */
  htmlMaxBytes: 1_048_576,
  /** Days a page lives after publishing. */
  siteLifetimeDays: 10,
  /** Days one extension adds to the present expiry. */
  extensionDays: 30,
  /** An extension that ends further away than this is another right: `extendFar` of the site policy. */
  extendFarDays: 366,
  /** A permanent page expires this many years ahead. */
  permanentYears: 100,
  /** An expiry further away than this is shown as permanent. */
  permanentDisplayYears: 50,
  /** An expiry this near is shown as expiring soon. */
  expiringSoonDays: 3,
  /** Days an expired page can still be extended; then it is purged. */
  expiredKeptDays: 30,
  /** Days a deleted page can be restored; then it is purged. Its path is kept as long. */
  deletedKeptDays: 7,
  /** Days the content of a stopped page is kept as evidence, after the stop and after its deletion. */
  evidenceKeptDays: 30,
  /** Minutes for which the address of a preview of an old version is good. */
  previewMinutes: 5,
  /** Days a path that was given up is kept for its former owner. */
  pathReservedDays: 30,
  customPathMinLength: 3,
  customPathMaxLength: 20,
  randomPathLength: 8,
  titleMaxLength: 200,
  passwordMinLength: 6,
  passwordMaxBytes: 72,
  emailMaxLength: 255,
  reportTitleMaxLength: 100,
  reportDescriptionMaxLength: 1000,
  /** What a browser tells beside a report: page and user agent. */
  reportAsideMaxLength: 500,
  /** An operator's note or answer. */
  reportEntryMaxLength: 5000,
  moderationReasonMaxLength: 500,
  /** What the owner of a reported page answers or objects. */
  caseTextMaxLength: 1000,
  /** Days in which a report is answered, and an objection decided. */
  caseAnswerDays: 7,
  /** Days that an owner has to answer an inquiry, as Japanese law gives; fewer where it is about sexual images. */
  ownerAnswerDays: 7,
  ownerAnswerDaysSexualImages: 2,
  /** Days for which addresses of reporters are kept after their case is closed. */
  caseAddressKeptDays: 90,
  versionLabelMaxLength: 100,
  /** Labelled versions of a page. */
  labelledVersionsMax: 20,
  idempotencyKeyMaxLength: 255,
  idempotencyKeyHours: 24,
  siteCountRefreshMs: 30_000,
  redirectAfterConfirmMs: 3_000,
  noticeMs: 2_000,
  tokenRefreshBackoffMs: 200,
} as const;

/** What a person may choose as a path: lowercase letters, digits and hyphens. */
export const customPathPattern = /^[a-z0-9-]{3,20}$/;
