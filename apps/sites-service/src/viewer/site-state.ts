import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** What decides whether and how a site is shown: its row without the page. */
export interface SiteState {
  id: string;
  path: string;
  storagePath: string;
  /** By its owner, or because the owner is not registered yet. */
  noindex: boolean;
  isActive: boolean;
  isStopped: boolean;
  expiresAt: Date;
  lastModified: Date;
}

/** The database did not answer, or not in time. */
export class DatabaseAway extends Error {}

// The path of a stopped page stays stopped when the page is deleted.
const STATE_BY_PATH = `
  SELECT id, path, storage_path AS "storagePath", noindex OR owner_unconfirmed AS noindex, is_active AS "isActive",
         stopped_at IS NOT NULL AS "isStopped", expires_at AS "expiresAt", last_modified AS "lastModified"
  FROM sites WHERE path = $1
  UNION ALL SELECT id, path, '', noindex, false, true, expires_at, stopped_at FROM stopped_paths WHERE path = $1`;

@Injectable()
export class SiteStates {
  constructor(private readonly dataSource: DataSource) {}

  async find(path: string): Promise<SiteState | undefined> {
    const rows = await this.query<SiteState>(STATE_BY_PATH, [path]);
    return rows[0];
  }

  /** The page itself, for when storage has no artifact of it. */
  async readPage(id: string): Promise<{ title: string; htmlContent: string } | undefined> {
    const rows = await this.query<{ title: string; htmlContent: string }>(
      'SELECT title, html_content AS "htmlContent" FROM sites WHERE id = $1',
      [id],
    );
    return rows[0];
  }

  async ping(): Promise<void> {
    await this.query('SELECT 1', []);
  }

  private async query<Row>(statement: string, parameters: unknown[]): Promise<Row[]> {
    try {
      return await this.dataSource.query<Row[]>(statement, parameters);
    } catch (cause) {
      throw new DatabaseAway('the database did not answer', { cause });
    }
  }
}

/** Whether nothing that a visitor can see differs. */
export function isSameState(one: SiteState, other: SiteState): boolean {
  return (
    one.id === other.id &&
    one.storagePath === other.storagePath &&
    one.noindex === other.noindex &&
    one.isActive === other.isActive &&
    one.isStopped === other.isStopped &&
    one.expiresAt.getTime() === other.expiresAt.getTime() &&
    one.lastModified.getTime() === other.lastModified.getTime()
  );
}
