import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccountsMessageController } from './accounts.message-controller.js';
import { ChangeAddress } from './addresses/change-address.js';
import { ConfirmAddress } from './addresses/confirm-address.js';
import { NamedAddresses } from './addresses/named-addresses.js';
import { DeleteAccount } from './delete-account.js';
import { Identities } from './identities.js';
import { Reauthentication } from './reauthentication.js';
import { UpdateUser } from './update-user.js';

@Module({
  imports: [MailModule, PasswordsModule, SessionsModule],
  controllers: [AccountsMessageController],
  providers: [ChangeAddress, ConfirmAddress, DeleteAccount, Identities, NamedAddresses, Reauthentication, UpdateUser],
  exports: [ConfirmAddress],
})
export class AccountsModule {}
