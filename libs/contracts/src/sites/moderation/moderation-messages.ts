import { z } from 'zod';
import { defineMessage } from '../../wire/define-message.js';
import { limits } from '../../limits.js';

/** What stopped a page: a moderator, or the ban of its account or of its content. */
export type StopSource = 'admin' | 'ban' | 'content';

/** Shown to the owner of the page or account. */
export const moderationReasonSchema = z
  .string()
  .trim()
  .min(1)
  .max(limits.moderationReasonMaxLength)
  // Postgres keeps neither.
  .refine((text) => !text.includes('\0') && text.isWellFormed());

/** A page's path or its id: no path is as long as an id. */
const siteRefSchema = z.string().min(1).max(64);

/** A site as people with a role see it, never with its HTML. Times are ISO 8601. */
export const siteOverviewSchema = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  path: z.string(),
  title: z.string(),
  is_active: z.boolean(),
  /** By its owner, who can restore it for a week. The path of a stopped page stays stopped after that. */
  is_deleted: z.boolean(),
  noindex: z.boolean(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  stopped_at: z.iso.datetime().nullable(),
  stopped_reason: z.string().nullable(),
  stopped_source: z.string().nullable(),
});
export type SiteOverview = z.infer<typeof siteOverviewSchema>;

export const siteStates = ['all', 'live', 'expired', 'stopped'] as const;

/** What to look for among all sites. */
export const siteSearchSchema = z.object({
  /** A path or its beginning, a share link, part of a title, the id of a site or of an account; over HTTP its address too. */
  text: z.string().trim().max(300).default(''),
  state: z.enum(siteStates).default('all'),
  /** The `next` of the page before. */
  after: z.string().max(100).optional(),
});

export const sitePageSchema = z.object({ sites: z.array(siteOverviewSchema), next: z.string().nullable() });

const siteTotalsSchema = z.object({ live: z.int(), stopped: z.int() });

/**
 * For people with the role of a moderator; the service checks it as the gateway does. `CASE_CONCERNS_CALLER`: the caller owns or
 * reported the page, and another one can decide.
 */
export const moderationMessages = {
  /**
   * The page answers 451 from here on; its owner reads the reason. A page already stopped gets the new reason.
   * `everywhere` also bans its content, which takes an admin: see `contentBanMessages`.
   */
  stopSite: defineMessage({
    pattern: 'sites.stopSite',
    request: z.object({ site: siteRefSchema, reason: moderationReasonSchema, everywhere: z.boolean().optional() }),
    reply: z.object({ site: siteOverviewSchema }),
    errors: ['FORBIDDEN_ROLE', 'SITE_NOT_FOUND', 'CASE_CONCERNS_CALLER'],
  }),
  /**
   * The page answers again, unless it has expired meanwhile. One that is not stopped stays as it is. A stop outlasts
   * the page: of one that was deleted the path is its owner's again. `CASE_NEEDS_ANOTHER_ADMIN`: its owner objects to the caller's stop.
   */
  restoreSite: defineMessage({
    pattern: 'sites.restoreSite',
    request: z.object({ site: siteRefSchema, reason: moderationReasonSchema }),
    reply: z.object({ site: siteOverviewSchema }),
    errors: [
      ...(['FORBIDDEN_ROLE', 'SITE_NOT_FOUND', 'ACCOUNT_BANNED'] as const),
      ...(['CASE_CONCERNS_CALLER', 'CASE_NEEDS_ANOTHER_ADMIN'] as const),
    ],
  }),
  /** A path, also a reserved one, becomes the account's to take, for good; for admins. */
  grantPath: defineMessage({
    pattern: 'sites.grantPath',
    request: z.object({ path: z.string(), accountId: z.uuid(), reason: moderationReasonSchema }),
    reply: z.object({}),
    errors: ['FORBIDDEN_ROLE', 'PATH_INVALID', 'PATH_TAKEN'],
  }),
  /** Sites of all accounts, newest first, a page at a time. */
  searchSites: defineMessage({
    pattern: 'sites.searchSites',
    request: siteSearchSchema.extend({
      /** The accounts that `text` is an address of: their sites are found too. Addresses are another service's to know. */
      accountIds: z.array(z.uuid()).max(100).optional(),
    }),
    reply: sitePageSchema,
    errors: ['FORBIDDEN_ROLE'],
  }),
};

/** Counts for the pages of accounts and of numbers; as above, for moderators. */
export const siteNumberMessages = {
  /** How many sites each of these accounts has. */
  countSitesOfAccounts: defineMessage({
    pattern: 'sites.countSitesOfAccounts',
    request: z.object({ accountIds: z.array(z.uuid()).max(200) }),
    reply: z.object({ accounts: z.array(siteTotalsSchema.extend({ accountId: z.uuid(), all: z.int() })) }),
    errors: ['FORBIDDEN_ROLE'],
  }),
  /** Pages published in each of the last hours, those with none left out; what was deleted since counts too. */
  countPublishesPerHour: defineMessage({
    pattern: 'sites.countPublishesPerHour',
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
