import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { AdminUsersHttpController } from './admin-users.http-controller.js';
import { AuthHttpController } from './auth.http-controller.js';
import { FactorsHttpController } from './factors.http-controller.js';
import { MailLinksHttpController } from './mail-links.http-controller.js';
import { UserHttpController } from './user.http-controller.js';

@Module({
  imports: [CredentialsModule],
  controllers: [
    AdminUsersHttpController,
    AuthHttpController,
    FactorsHttpController,
    MailLinksHttpController,
    UserHttpController,
  ],
})
export class AuthModule {}
