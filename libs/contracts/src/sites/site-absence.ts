/** Why a path shows no page, on every wire. 451: https://www.rfc-editor.org/rfc/rfc7725 */
export const siteAbsenceStatus = { SITE_NOT_FOUND: 404, SITE_EXPIRED: 410, SITE_STOPPED: 451 } as const;
export type SiteAbsenceCode = keyof typeof siteAbsenceStatus;
