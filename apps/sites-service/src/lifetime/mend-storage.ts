import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { makeArtifact } from '../html-storage/artifact.js';
import { HtmlStorage } from '../html-storage/html-storage.js';
import { withTitle } from '../sites/site-title.js';

const BATCH = 200;
/** Younger sites have their artifact on the way. */
const YOUNGEST_MS = 60_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Makes storage agree with the database, which is the truth. */
@Injectable()
export class MendStorage {
  constructor(
    private readonly dataSource: DataSource,
    private readonly storage: HtmlStorage,
  ) {}

  /** Writes what is missing and removes what no site has. @returns how many of each */
  async mend(now: Date): Promise<{ written: number; removed: number }> {
    return { written: await this.writeMissing(now), removed: await this.removeOrphans() };
  }

  private async writeMissing(now: Date): Promise<number> {
    let written = 0;
    for (let after = FIRST_ID; ;) {
      const sites = await this.dataSource.query<{ id: string; storage_path: string }[]>(
        'SELECT id, storage_path FROM sites WHERE id > $1 AND created_at < $2 ORDER BY id LIMIT $3',
        [after, new Date(now.getTime() - YOUNGEST_MS), BATCH],
      );
      const last = sites.at(-1);
      if (!last) return written;
      after = last.id;
      for (const site of sites) {
        if (!(await this.storage.has(site.storage_path)) && (await this.write(site.id))) written += 1;
      }
    }
  }

  /** In a transaction that holds the row, so that whoever deletes it finds the files to remove. */
  private write(id: string): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const [site] = await manager.query<{ title: string; html_content: string; storage_path: string }[]>(
        'SELECT title, html_content, storage_path FROM sites WHERE id = $1 FOR SHARE',
        [id],
      );
      if (!site) return false;
      const bytes = Buffer.from(withTitle(site.html_content, site.title));
      await this.storage.write(site.storage_path, await makeArtifact(bytes));
      return true;
    });
  }

  /** An artifact is never written before its site is committed, so what has no row has none any more. */
  private async removeOrphans(): Promise<number> {
    let removed = 0;
    for await (const ids of this.storage.siteIds(BATCH)) {
      const rows = await this.dataSource.query<{ id: string }[]>('SELECT id FROM sites WHERE id = ANY($1::uuid[])', [
        ids,
      ]);
      const known = new Set(rows.map(({ id }) => id));
      for (const id of ids.filter((each) => !known.has(each))) {
        await this.storage.removeAllOf(id);
        removed += 1;
      }
    }
    return removed;
  }
}
