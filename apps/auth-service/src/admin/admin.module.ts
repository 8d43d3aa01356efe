import { Module } from '@nestjs/common';
import { FactorsModule } from '../factors/factors.module.js';
import { MailModule } from '../mail/mail.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AdminAccounts } from './admin-accounts.js';
import { AdminLinks } from './admin-links.js';
import { AdminMessageController } from './admin.message-controller.js';
import { ChangeAccount } from './change-account.js';
import { StaffActs } from './staff/staff-acts.js';
import { StaffMessageController } from './staff/staff.message-controller.js';

@Module({
  imports: [FactorsModule, MailModule, PasswordsModule, SessionsModule],
  controllers: [AdminMessageController, StaffMessageController],
  providers: [AdminAccounts, AdminLinks, ChangeAccount, StaffActs],
})
export class AdminModule {}
