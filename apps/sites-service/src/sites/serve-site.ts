import { isExpired, ServiceError } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { canBePath } from './site-path.js';

interface ServedRow {
  title: string;
  html_content: string;
  is_active: boolean;
  expires_at: Date;
  stopped: boolean;
}

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
      'SELECT title, html_content, is_active, expires_at, stopped_at IS NOT NULL AS stopped FROM sites WHERE path = $1',
      [path],
    );
    const site = rows[0];
    if (!site) throw new ServiceError((await this.isStopped(path)) ? 'SITE_STOPPED' : 'SITE_NOT_FOUND');
    if (site.stopped) throw new ServiceError('SITE_STOPPED');
    if (!isLive(site, new Date())) throw new ServiceError('SITE_EXPIRED');
    return { title: site.title, htmlContent: site.html_content };
  }

  /** Of a path without a page. */
  private async isStopped(path: string): Promise<boolean> {
    const kept = await this.dataSource.query<unknown[]>('SELECT FROM stopped_paths WHERE path = $1', [path]);
    return kept.length > 0;
  }
}

/** Whether a site answers at this very moment, whatever the sweeps have got to. */
export function isLive(site: { is_active: boolean; expires_at: Date }, now: Date): boolean {
  return site.is_active && !isExpired(site.expires_at, now);
}
