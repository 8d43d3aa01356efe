/**
 * Each number is the second argument of `hashtextextended` for Postgres's advisory locks, so that a path and an account
 * with the same text do not wait for each other. It has one meaning in all services. Migrations contain some of them as
 * plain numbers, so none changes.
 */
export const advisoryLocks = {
  /** This serialises the events of one aggregate. */
  outboxLane: 0,
  /** Work for an account shares it; deleting the account has it exclusively. */
  account: 1,
  /** This is held while a path is claimed or freed. */
  path: 2,
  /** This is held while a mail is sent. */
  mail: 7,
  /** This serialises requests for a person whom a third party identifies. */
  externalPerson: 11,
  /** This serialises guesses at the codes of one address. */
  mailedCodes: 13,
  /** One transaction at a time changes a total of the whole system: 'active_site_total'. */
  total: 14,
  /** This protects the list of reports in the next mail to the operators. */
  operatorDigest: 15,
  /** This serialises mails about cases to one recipient. */
  caseMails: 16,
  /** One transaction at a time locks many paths. */
  manyPaths: 17,
  /** It is held while a backup is requested. */
  backupRequests: 18,
} as const;
