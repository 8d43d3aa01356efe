import { limits, siteInternalMessages, type Handles, type RequestOf } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { selectAs, sitesColumns } from '../tables/columns.js';
import type { Site } from '../tables/pages/site.entity.js';
import { findExpiringSites } from './find-expiring-sites.js';

/** Answers the requests of other services. */
@Controller()
export class SiteInternalMessageController implements Handles<typeof siteInternalMessages> {
  constructor(private readonly dataSource: DataSource) {}

  @HandleMessage(siteInternalMessages.findOwnersOfLiveSites)
  async findOwnersOfLiveSites({ accountIds }: RequestOf<typeof siteInternalMessages.findOwnersOfLiveSites>) {
    const rows = await this.dataSource.query<Pick<Site, 'userId'>[]>(
      `SELECT ${selectAs(sitesColumns, ['userId'])} FROM sites
       WHERE user_id = ANY ($1) AND expires_at > now() - make_interval(days => ${limits.expiredKeptDays})
       UNION
       SELECT user_id FROM deleted_sites
       WHERE user_id = ANY ($1) AND deleted_at > now() - make_interval(days => ${limits.deletedKeptDays})`,
      [accountIds],
    );
    return { accountIds: rows.map(({ userId }) => userId) };
  }

  @HandleMessage(siteInternalMessages.findExpiringSites)
  findExpiringSites(request: RequestOf<typeof siteInternalMessages.findExpiringSites>) {
    return findExpiringSites(this.dataSource, request);
  }
}
