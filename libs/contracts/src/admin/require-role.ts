import { ServiceError } from '../errors/service-error.js';
import type { Caller } from '../wire/request-context.js';
import { type AdminRole, adminRoles } from '../wire/request-context.js';

/** The service key, which the command line uses, may do what an admin may. */
export function hasRole(caller: Caller, needed: AdminRole): boolean {
  if (caller.role === 'service_role') return true;
  if (caller.role !== 'authenticated' || caller.haruRole === undefined) return false;
  return adminRoles.indexOf(caller.haruRole) >= adminRoles.indexOf(needed);
}

/**
 * Services check the caller's role again, whatever the gateway did.
 * @throws ServiceError FORBIDDEN_ROLE, STAFF_SECOND_FACTOR_REQUIRED
 */
export function requireRole(caller: Caller, needed: AdminRole): void {
  if (hasRole(caller, needed)) return;
  const lacksFactor = caller.role === 'authenticated' && caller.roleNeedsFactor === true;
  throw new ServiceError(lacksFactor ? 'STAFF_SECOND_FACTOR_REQUIRED' : 'FORBIDDEN_ROLE');
}
