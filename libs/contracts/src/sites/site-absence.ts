import { productErrors } from '../errors/product-errors.js';

/** Why a path shows no page, on every wire. 451: https://www.rfc-editor.org/rfc/rfc7725 */
export const siteAbsenceStatus = {
  SITE_NOT_FOUND: productErrors.SITE_NOT_FOUND.status,
  SITE_EXPIRED: productErrors.SITE_EXPIRED.status,
  SITE_STOPPED: productErrors.SITE_STOPPED.status,
} as const;
export type SiteAbsenceCode = keyof typeof siteAbsenceStatus;
