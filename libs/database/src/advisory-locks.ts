/**
 * What Postgres's advisory locks are for: the second argument of `hashtextextended`, so that a path and an account with
 * the same text do not wait for each other. Each number has one meaning in all services. Migrations have some of them
 * as plain numbers, so none changes.
 */
export const advisoryLocks = {
  /** The events of one aggregate. */
  outboxLane: 0,
  /** Work for an account, against its deletion. */
  account: 1,
  /** A path, while it is claimed or freed. */
  path: 2,
  /** The content of an artifact. */
  artifact: 3,
  /** A mail that is being sent. */
  mail: 7,
  /** A person as a third party knows them. */
  externalPerson: 11,
  /** Guesses at the codes of one address. */
  mailedCodes: 13,
  /** A number of the whole system that is changed by one at a time: 'active_site_total'. */
  total: 14,
  /** The reports that the next mail to the operators will list. */
  operatorDigest: 15,
  /** The recipient of mails about cases. */
  caseMails: 16,
} as const;
