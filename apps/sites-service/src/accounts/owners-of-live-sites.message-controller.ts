import { siteInternalMessages, type Handles, type RequestOf } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { selectAs, sitesTable } from '../tables/columns.js';
import type { Site } from '../tables/site.entity.js';

@Controller()
export class OwnersOfLiveSitesMessageController implements Handles<typeof siteInternalMessages> {
  constructor(private readonly dataSource: DataSource) {}

  @HandleMessage(siteInternalMessages.findOwnersOfLiveSites)
  async findOwnersOfLiveSites({ accountIds }: RequestOf<typeof siteInternalMessages.findOwnersOfLiveSites>) {
    const rows = await this.dataSource.query<Pick<Site, 'userId'>[]>(
      `SELECT DISTINCT ${selectAs(sitesTable, ['userId'])} FROM sites
       WHERE user_id = ANY ($1) AND (is_active OR stopped_at IS NOT NULL) AND expires_at > now()`,
      [accountIds],
    );
    return { accountIds: rows.map(({ userId }) => userId) };
  }
}
