import { Module } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module.js';
import { AdminModule } from './admin/admin.module.js';
import { ExpiryMailsModule } from './expiry-mails/expiry-mails.module.js';
import { FactorsModule } from './factors/factors.module.js';
import { KeysModule } from './keys/keys.module.js';
import { MailModule } from './mail/mail.module.js';
import { ManagementLinkModule } from './management-link/management-link.module.js';
import { RecoveryCodesModule } from './recovery-codes/recovery-codes.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SignInWithModule } from './sign-in-with/sign-in-with.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';

@Module({
  imports: [
    AccountsModule,
    AdminModule,
    ExpiryMailsModule,
    FactorsModule,
    KeysModule,
    MailModule,
    ManagementLinkModule,
    RecoveryCodesModule,
    SessionsModule,
    SignInModule,
    SignInWithModule,
  ],
})
export class AppModule {}
