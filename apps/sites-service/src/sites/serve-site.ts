import { type ErrorCode, ServiceError } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { endOf, type SiteEnd } from './site-end.js';
import { canBePath } from './site-path.js';

interface ServedRow {
  title: string;
  htmlContent: string;
  isActive: boolean;
  isStopped: boolean;
  expiresAt: Date;
}

const codes = { stopped: 'SITE_STOPPED', expired: 'SITE_EXPIRED' } satisfies Record<SiteEnd, ErrorCode>;

@Injectable()
export class ServeSite {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * The page behind a path, as it was pasted.
   * @throws ServiceError SITE_NOT_FOUND, SITE_STOPPED, SITE_EXPIRED
   */
  async serveSite(path: string): Promise<{ title: string; htmlContent: string }> {
    if (!canBePath(path)) throw new ServiceError('SITE_NOT_FOUND');
    const rows = await this.dataSource.query<ServedRow[]>(
      `SELECT title, html_content AS "htmlContent", is_active AS "isActive", stopped_at IS NOT NULL AS "isStopped",
         expires_at AS "expiresAt"
       FROM sites WHERE path = $1`,
      [path],
    );
    const site = rows[0];
    if (!site) throw new ServiceError((await this.isStopped(path)) ? 'SITE_STOPPED' : 'SITE_NOT_FOUND');
    const end = endOf(site, new Date());
    if (end) throw new ServiceError(codes[end]);
    return { title: site.title, htmlContent: site.htmlContent };
  }

  /** Of a path without a page. */
  private async isStopped(path: string): Promise<boolean> {
    const kept = await this.dataSource.query<unknown[]>('SELECT FROM stopped_paths WHERE path = $1', [path]);
    return kept.length > 0;
  }
}
