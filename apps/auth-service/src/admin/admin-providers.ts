import { Outbox } from '@haru/events';
import type { Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Passwords } from '../accounts/passwords.js';
import { MailRequests } from '../one-time-tokens/mail-requests.js';
import { OneTimeTokens } from '../one-time-tokens/one-time-tokens.js';
import { Redirects } from '../one-time-tokens/redirects.js';
import { EndedSessions } from '../sessions/ended-sessions.js';
import { AdminAccounts } from './admin-accounts.js';
import { AdminLinks } from './admin-links.js';
import { StaffActs } from './staff-acts.js';

/** What the messages of the service key and of people with a role need. */
export const adminProviders: Provider[] = [
  {
    provide: AdminAccounts,
    inject: [DataSource, Passwords, OneTimeTokens, MailRequests, Outbox, EndedSessions],
    useFactory: (...parts: [DataSource, Passwords, OneTimeTokens, MailRequests, Outbox, EndedSessions]) =>
      new AdminAccounts(...parts),
  },
  {
    provide: AdminLinks,
    inject: [DataSource, Passwords, OneTimeTokens, MailRequests, Redirects],
    useFactory: (...parts: [DataSource, Passwords, OneTimeTokens, MailRequests, Redirects]) => new AdminLinks(...parts),
  },
  {
    provide: StaffActs,
    inject: [DataSource, Outbox, EndedSessions],
    useFactory: (...parts: [DataSource, Outbox, EndedSessions]) => new StaffActs(...parts),
  },
];
