import { AccountRequest } from './accounts/account-request.entity.js';
import { User } from './accounts/user.entity.js';
import type { DatabaseConfig } from './config.js';
import { AccountsAndSessions1789000000000 } from './migrations/1789000000000-accounts-and-sessions.js';
import { Session } from './sessions/session.entity.js';

/** This service's database, for `createDataSource` and `dataSourceOptions`. */
export function databaseOptions(config: DatabaseConfig) {
  return {
    url: config.DATABASE_URL,
    applicationName: 'auth-service',
    poolSize: config.DATABASE_POOL_SIZE,
    entities: [User, Session, AccountRequest],
    migrations: [AccountsAndSessions1789000000000],
  };
}
