import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { MailModule } from '../mail/mail.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { LinkPerson } from './link-person.js';
import { SignInWithIdToken } from './sign-in-with-id-token.js';
import { SignInWithWeb3 } from './sign-in-with-web3.js';
import { ThirdPartyMessageController } from './third-party.message-controller.js';

@Module({
  imports: [AccountsModule, MailModule, SessionsModule],
  controllers: [ThirdPartyMessageController],
  providers: [LinkPerson, SignInWithIdToken, SignInWithWeb3],
})
export class SignInWithModule {}
