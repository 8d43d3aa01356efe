import { backupMessages, backupRoutes, type RequestContext } from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller } from '@nestjs/common';
import { Context } from '../access/access.js';
import { Calls } from '../open-api/documented.js';
import { type BodyOf, Route } from '../open-api/route.js';

@Controller()
export class BackupsHttpController {
  constructor(private readonly services: RequestClient) {}

  @Route(backupRoutes.listBackupRuns, { summary: 'The last 20 backups and verifications, with their progress.' })
  @Calls(backupMessages.listBackupRuns)
  async listBackupRuns(@Context() context: RequestContext) {
    return { success: true, ...(await this.services.call(backupMessages.listBackupRuns, {}, context)) };
  }

  @Route(backupRoutes.requestBackup, { summary: 'Requests a backup, or the verification of one.' })
  @Calls(backupMessages.requestBackup)
  async requestBackup(@Body() body: BodyOf<typeof backupRoutes.requestBackup>, @Context() context: RequestContext) {
    return { success: true, ...(await this.services.call(backupMessages.requestBackup, body, context)) };
  }
}
