import { Module } from '@nestjs/common';
import { AdminAccountsHttpController } from './accounts.http-controller.js';
import { BackupsHttpController } from './backups.http-controller.js';
import { AdminNumbersHttpController } from './numbers.http-controller.js';
import { QueueSessions } from './queue-session.js';
import { QueuesHttpController } from './queues.http-controller.js';
import { ReportsHttpController } from './reports.http-controller.js';
import { AdminSitesHttpController } from './sites.http-controller.js';

@Module({
  controllers: [
    AdminAccountsHttpController,
    AdminNumbersHttpController,
    AdminSitesHttpController,
    BackupsHttpController,
    QueuesHttpController,
    ReportsHttpController,
  ],
  providers: [QueueSessions],
})
export class AdminModule {}
