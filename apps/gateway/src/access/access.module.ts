import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { AccessGuard } from './access.guard.js';

@Module({
  imports: [CredentialsModule],
  providers: [AccessGuard],
  exports: [AccessGuard],
})
export class AccessModule {}
