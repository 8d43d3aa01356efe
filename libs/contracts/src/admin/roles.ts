/**
 * What the staff may do. `moderator`: work through reports, look at sites, accounts, numbers, queues
 * and the audit log, stop and restore pages. `admin`: that, and ban, grant roles, retry and clear jobs.
 */
export const adminRoles = ['moderator', 'admin'] as const;
export type AdminRole = (typeof adminRoles)[number];
