import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { MailModule } from '../mail/mail.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AuthSettings } from './auth-settings.js';
import { AskForMail } from './mailed-links/ask-for-mail.js';
import { ResendMail } from './mailed-links/resend-mail.js';
import { UseToken } from './mailed-links/use-token.js';
import { VerifyToken } from './mailed-links/verify-token.js';
import { SignIn } from './sign-in.js';
import { SignInMessageController } from './sign-in.message-controller.js';
import { SignUp } from './sign-up.js';
import { TemporaryAccountWriter } from './temporary-account-writer.js';
import { TemporaryAccounts } from './temporary-accounts.js';

@Module({
  imports: [AccountsModule, MailModule, PasswordsModule, SessionsModule],
  controllers: [SignInMessageController],
  providers: [
    AskForMail,
    AuthSettings,
    ResendMail,
    SignIn,
    SignUp,
    TemporaryAccounts,
    TemporaryAccountWriter,
    UseToken,
    VerifyToken,
  ],
})
export class SignInModule {}
