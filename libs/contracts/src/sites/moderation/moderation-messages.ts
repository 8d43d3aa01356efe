import { z } from 'zod';
import { defineMessage } from '../../wire/define-message.js';
import { limits } from '../../limits.js';
import { visibilitySchema } from '../visibility.js';

/** A moderator, or the ban of its account or of its content, stopped a page. */
export type StopSource = 'admin' | 'ban' | 'content';

/** The owner of the page or account reads it. */
export const moderationReasonSchema = z
  .string()
  .trim()
  .min(1)
  .max(limits.moderationReasonMaxLength)
  // Postgres can store neither.
  .refine((text) => !text.includes('\0') && text.isWellFormed());

/** This is a page's path or its id: no path is as long as an id. */
const siteRefSchema = z.string().min(1).max(64);

/** People with a role see a site in this form, never with its HTML. Times are ISO 8601. */
export const siteOverviewSchema = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  path: z.string(),
  title: z.string(),
  is_active: z.boolean(),
  /** Its owner deleted it and can restore it for a week. The path of a stopped page stays stopped after that. */
  is_deleted: z.boolean(),
  noindex: z.boolean(),
  visibility: visibilitySchema,
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  stopped_at: z.iso.datetime().nullable(),
  stopped_reason: z.string().nullable(),
  stopped_source: z.string().nullable(),
});
export type SiteOverview = z.infer<typeof siteOverviewSchema>;

export const siteStates = ['all', 'live', 'expired', 'stopped'] as const;

export const siteSearchSchema = z.object({
  /** It is a path or its beginning, a share link, part of a title, a site's or account's id; over HTTP also an address. */
  text: z.string().trim().max(300).default(''),
  state: z.enum(siteStates).default('all'),
  /** This is the `next` of the page before. */
  after: z.string().max(100).optional(),
});

export const sitePageSchema = z.object({ sites: z.array(siteOverviewSchema), next: z.string().nullable() });

const siteTotalsSchema = z.object({ live: z.int(), stopped: z.int() });

/**
 * Only people with the role of a moderator may use these; the service checks it as the gateway does.
 * `CASE_CONCERNS_CALLER`: the caller owns or reported the page, and another moderator can decide.
 */
export const moderationMessages = {
  /**
   * From here on the page answers 451; its owner reads the reason. A page already stopped gets the new reason.
   * `everywhere` also bans its content, which only an admin may do: see `contentBanMessages`.
   */
  stopSite: defineMessage('sites.stopSite', {
    request: z.object({ site: siteRefSchema, reason: moderationReasonSchema, everywhere: z.boolean().optional() }),
    reply: z.object({ site: siteOverviewSchema }),
    errors: ['FORBIDDEN_ROLE', 'SITE_NOT_FOUND', 'CASE_CONCERNS_CALLER'],
  }),
  /**
   * The page answers again, unless it has expired meanwhile. A page that is not stopped stays as it is. A stop outlasts
   * the page: restoring a deleted one returns the path to its owner. `CASE_NEEDS_ANOTHER_ADMIN`: its owner objects to
   * the caller's stop.
   */
  restoreSite: defineMessage('sites.restoreSite', {
    request: z.object({ site: siteRefSchema, reason: moderationReasonSchema }),
    reply: z.object({ site: siteOverviewSchema }),
    errors: [
      ...(['FORBIDDEN_ROLE', 'SITE_NOT_FOUND', 'ACCOUNT_BANNED'] as const),
      ...(['CASE_CONCERNS_CALLER', 'CASE_NEEDS_ANOTHER_ADMIN'] as const),
    ],
  }),
  /** A path, even a reserved one, is granted to the account for good; only admins may do this. */
  grantPath: defineMessage('sites.grantPath', {
    request: z.object({ path: z.string(), accountId: z.uuid(), reason: moderationReasonSchema }),
    errors: ['FORBIDDEN_ROLE', 'PATH_INVALID', 'PATH_TAKEN'],
  }),
  /** Finds sites of all accounts, newest first, a page at a time. */
  searchSites: defineMessage('sites.searchSites', {
    request: siteSearchSchema.extend({
      /** `text` is part of these accounts' addresses: their sites are found too. Another service knows addresses. */
      accountIds: z.array(z.uuid()).max(100).optional(),
    }),
    reply: sitePageSchema,
    errors: ['FORBIDDEN_ROLE'],
  }),
};

/** Moderators count with these for the pages of accounts and of numbers. */
export const siteNumberMessages = {
  /** Counts the sites of each of these accounts. */
  countSitesOfAccounts: defineMessage('sites.countSitesOfAccounts', {
    request: z.object({ accountIds: z.array(z.uuid()).max(200) }),
    reply: z.object({ accounts: z.array(siteTotalsSchema.extend({ accountId: z.uuid(), all: z.int() })) }),
    errors: ['FORBIDDEN_ROLE'],
  }),
  /** Counts pages published in each of the last hours, leaving out hours without any; pages deleted since count too. */
  countPublishesPerHour: defineMessage('sites.countPublishesPerHour', {
    request: z.object({
      hours: z
        .int()
        .min(1)
        .max(24 * 31),
    }),
    reply: z.object({ hours: z.array(z.object({ hour: z.iso.datetime(), count: z.int() })), totals: siteTotalsSchema }),
    errors: ['FORBIDDEN_ROLE'],
  }),
};
