import { z } from 'zod';
import { jsonEnv } from '../json-env.js';
import type { Caller } from '../wire/request-context.js';

type AccountKind = 'visitor' | 'temporary' | 'registered';

const both = ['temporary', 'registered'] as const;
const registered = ['registered'] as const;
const kindsOr = (kinds: readonly ('temporary' | 'registered')[]) =>
  z.array(z.enum(['temporary', 'registered'])).default([...kinds]);

/**
 * States who may do what with their own sites; an operator sets only the rows that differ. Temporary accounts must not
 * reserve paths or keep pages without an end. Publishing is open to all: a visitor gets a temporary account.
 */
export const sitePolicySchema = z.strictObject({
  list: kindsOr(both),
  delete: kindsOr(both),
  /** Editing changes the content or restores a version. */
  edit: kindsOr(both),
  /** This covers listing, reading, labelling and erasing versions. */
  versions: kindsOr(both),
  noindex: kindsOr(both),
  extend: kindsOr(both),
  extendFar: kindsOr(registered),
  customPath: kindsOr(registered),
  changePath: kindsOr(registered),
  makePermanent: kindsOr(registered),
});
export type SitePolicy = z.output<typeof sitePolicySchema>;
export type SiteAction = keyof SitePolicy;
export const siteActions = sitePolicySchema.keyof().options;
export const defaultSitePolicy = sitePolicySchema.parse({});

/** `SITE_POLICY` as JSON: `{"makePermanent":["temporary","registered"]}`. */
export const sitePolicyEnv = jsonEnv(sitePolicySchema);

export function accountKindOf(caller: Caller): AccountKind {
  if (caller.role !== 'authenticated') return 'visitor';
  return caller.isAnonymous ? 'temporary' : 'registered';
}

/** The service key may do everything. */
export function mayDo(policy: SitePolicy, action: SiteAction, caller: Caller): boolean {
  return caller.role === 'service_role' || policy[action].some((kind) => kind === accountKindOf(caller));
}
