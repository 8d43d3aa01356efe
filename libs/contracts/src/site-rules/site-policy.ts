import { z } from 'zod';
import { jsonEnv } from '../json-env.js';
import type { Caller } from '../wire/request-context.js';

type AccountKind = 'visitor' | 'temporary' | 'registered';

export const siteActions = [
  'list',
  'delete',
  'edit',
  'versions',
  'noindex',
  'extend',
  'extendFar',
  'customPath',
  'changePath',
  'makePermanent',
] as const;
export type SiteAction = (typeof siteActions)[number];

export type SitePolicy = Record<SiteAction, readonly AccountKind[]>;

const both = ['temporary', 'registered'] as const;
const registered = ['registered'] as const;

/**
 * States who may do what with their own sites. Temporary accounts must not reserve paths or keep pages without an end.
 * Publishing is open to all: a visitor gets a temporary account.
 */
export const defaultSitePolicy: SitePolicy = {
  list: both,
  delete: both,
  /** Editing changes the content or restores a version. */
  edit: both,
  /** This covers listing, reading, labelling and erasing versions. */
  versions: both,
  noindex: both,
  extend: both,
  extendFar: registered,
  customPath: registered,
  changePath: registered,
  makePermanent: registered,
};

const kindsSchema = z.array(z.enum(['temporary', 'registered']));

/** An operator sets only the rows that differ. */
export const sitePolicySchema = z
  .partialRecord(z.enum(siteActions), kindsSchema)
  .transform((changes): SitePolicy => ({ ...defaultSitePolicy, ...changes }));

/** `SITE_POLICY` as JSON: `{"makePermanent":["temporary","registered"]}`. */
export const sitePolicyEnv = jsonEnv(sitePolicySchema);

export function accountKindOf(caller: Caller): AccountKind {
  if (caller.role !== 'authenticated') return 'visitor';
  return caller.isAnonymous ? 'temporary' : 'registered';
}

/** The service key may do everything. */
export function mayDo(policy: SitePolicy, action: SiteAction, caller: Caller): boolean {
  return caller.role === 'service_role' || policy[action].includes(accountKindOf(caller));
}
