import {
  type Caller,
  isOfEditKey,
  ownsSite,
  type PageFormat,
  type recoveryMessages,
  type RequestContext,
  type RequestOf,
  ServiceError,
  type SiteVersion,
  type TreeFile,
  type UpdatedSite,
  type versionMessages,
} from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SitePolicies } from '../../sites/site-policies.js';
import { readSentFiles, readTreeText } from '../../storage/html-storage/tree.js';
import { openPreview } from '../../trees/previews.js';
import { DownloadTickets, PreviewSigner } from '../../trees/tickets.js';
import { isoTime, PAGE_FORMAT, PAGE_SOURCE, PAGE_TREE } from '../../tables/columns.js';
import { accountOf, stoppedForOwner } from '../../sites/own-site.js';
import type { Site } from '../../tables/pages/site.entity.js';
import { PageVersion } from '../../tables/pages/versions.entity.js';
import { rechargeVersions } from '../../trees/recharge-versions.js';
import { requireFreeLabel, UpdateSite } from './update-site.js';

/**
 * Returns the number of the version that the caller's page shows.
 * @param lock prevents new versions until the end of the transaction
 */
async function ownVersion(database: DataSource | EntityManager, id: string, caller: Caller, lock = '') {
  const [site] = await database.query<(Pick<Site, 'version'> & { owner: string; stopped: boolean; live: boolean })[]>(
    `SELECT version, user_id AS owner, stopped_at IS NOT NULL AS stopped,
       is_active AND expires_at > now() AS live
     FROM sites WHERE id = $1 ${lock}`,
    [id],
  );
  if (!site || !ownsSite(caller, { id, userId: site.owner })) throw new ServiceError('SITE_NOT_FOUND');
  if (site.stopped) throw stoppedForOwner();
  // An edit key ends with its page, and is back when the page is.
  if (!site.live && isOfEditKey(caller)) throw new ServiceError('SITE_NOT_FOUND');
  return site.version;
}

const LOCKED = 'FOR NO KEY UPDATE';

const VERSION = `number AS version, title, bytes, source, key_name, label, ${isoTime('created_at')} AS created_at,
  ${PAGE_FORMAT} AS format`;

type VersionRow = Omit<SiteVersion, 'is_current' | 'key_name' | 'format'> & {
  format: PageFormat | null;
  key_name: string | null;
};

function versionOf({ key_name, format, ...row }: VersionRow, current: number): SiteVersion {
  const optional = { key_name: key_name ?? undefined, format: format ?? undefined };
  return { ...row, ...optional, is_current: row.version === current };
}

@Injectable()
export class Versions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly policies: SitePolicies,
    private readonly tickets: DownloadTickets,
    private readonly signer: PreviewSigner,
    private readonly updating: UpdateSite,
  ) {}

  async listVersions({ id, after, limit }: RequestOf<typeof versionMessages.listVersions>, caller: Caller) {
    this.policies.require('versions', caller);
    const current = await ownVersion(this.dataSource, id, caller);
    const rows = await this.dataSource.query<VersionRow[]>(
      `SELECT ${VERSION} FROM page_versions WHERE site_id = $1 AND ($2::integer IS NULL OR number < $2)
       ORDER BY number DESC LIMIT $3`,
      [id, after ?? null, limit + 1],
    );
    const versions = rows.slice(0, limit).map((row) => versionOf(row, current));
    const last = rows.length > limit ? versions.at(-1) : undefined;
    return { versions, next: last ? String(last.version) : null };
  }

  async getVersion({ id, version }: RequestOf<typeof versionMessages.getVersion>, caller: Caller) {
    this.policies.require('versions', caller);
    const { tree, htmlContent, ...found } = await this.contentOf(id, version, caller);
    // The files of a component are made from its source.
    const isSent = tree !== null && found.version.format !== 'component';
    const files = isSent ? { files: readSentFiles(tree).map(declaredFile) } : {};
    return { ...found, htmlContent: htmlContent ?? '', ...files };
  }

  async getFile({ id, version, path }: RequestOf<typeof versionMessages.getFile>, caller: Caller) {
    this.policies.require('versions', caller);
    const { tree } = await this.contentOf(id, version, caller);
    const file = tree === null ? undefined : readTreeText(tree).find((known) => known.path === path);
    if (!file) throw new ServiceError('FILE_NOT_FOUND');
    return { file: declaredFile(file), ...this.tickets.issue({ fileHash: file.hash }) };
  }

  async previewVersion({ id, version }: RequestOf<typeof recoveryMessages.previewVersion>, caller: Caller) {
    this.policies.require('versions', caller);
    const siteId = id.toLowerCase();
    const { tree } = await this.contentOf(siteId, version, caller);
    if (tree !== null) {
      const { name, expiresAt } = await openPreview(this.dataSource, siteId, version);
      return { token: name, kind: 'files' as const, expiresAt: expiresAt.toISOString() };
    }
    const { token, expiresAt } = this.signer.sign({ siteId, version }, new Date());
    return { token, expiresAt: expiresAt.toISOString() };
  }

  async getArchive({ id, version: asked }: RequestOf<typeof versionMessages.getArchive>, caller: Caller) {
    this.policies.require('versions', caller);
    const siteId = id.toLowerCase();
    const version = asked ?? (await ownVersion(this.dataSource, siteId, caller));
    const { version: found } = await this.contentOf(siteId, version, caller);
    return { ...this.tickets.issue({ siteId, version }), title: found.title };
  }

  getAccountArchive(caller: Caller) {
    return this.tickets.issue({ accountId: accountOf(caller).accountId });
  }

  /**
   * Makes a new version with the content of an old one, as if it were pasted again. An erased content cannot be
   * restored.
   */
  async restoreVersion(
    { version, baseVersion = null, ...request }: RequestOf<typeof versionMessages.restoreVersion>,
    context: RequestContext,
  ): Promise<UpdatedSite> {
    this.policies.require('edit', context.caller);
    const { htmlContent, tree, version: found } = await this.contentOf(request.id, version, context.caller);
    const { title, format = 'html' } = found;
    const content = { htmlContent: htmlContent ?? '', title, format, tree: tree ?? undefined };
    return this.updating.updateSite({ ...request, ...content, baseVersion, source: 'restore' }, context);
  }

  labelVersion(request: RequestOf<typeof versionMessages.labelVersion>, caller: Caller): Promise<SiteVersion> {
    const { id: siteId, version: number, label } = request;
    this.policies.require('versions', caller);
    return this.dataSource.transaction(async (manager) => {
      const current = await ownVersion(manager, siteId, caller, LOCKED);
      if (label !== null) await requireFreeLabel(manager, siteId, number);
      const [[row]] = await manager.query<[VersionRow[], number]>(
        `UPDATE page_versions SET label = $3 WHERE site_id = $1 AND number = $2 RETURNING ${VERSION}`,
        [siteId, number, label],
      );
      if (!row) throw new ServiceError('VERSION_NOT_FOUND');
      return versionOf(row, current);
    });
  }

  /** Deletes an old version; maintenance deletes its content, unless another version has it, too. */
  async eraseVersion(request: RequestOf<typeof versionMessages.eraseVersion>, caller: Caller): Promise<void> {
    const { id: siteId, version: number } = request;
    this.policies.require('versions', caller);
    await this.dataSource.transaction(async (manager) => {
      const current = await ownVersion(manager, siteId, caller, LOCKED);
      if (number === current) throw new ServiceError('VERSION_IS_CURRENT');
      const { affected } = await manager.delete(PageVersion, { siteId, number });
      if (!affected) throw new ServiceError('VERSION_NOT_FOUND');
      await rechargeVersions(manager, [siteId]);
    });
  }

  private async contentOf(id: string, version: number, caller: Caller) {
    const current = await ownVersion(this.dataSource, id, caller);
    const [row] = await this.dataSource.query<(VersionRow & { html: string | null; tree: string | null })[]>(
      `SELECT ${VERSION}, ${PAGE_SOURCE} AS html, ${PAGE_TREE} AS tree FROM page_versions
       WHERE site_id = $1 AND number = $2`,
      [id, version],
    );
    if (!row) throw new ServiceError('VERSION_NOT_FOUND');
    const { html, tree, ...found } = row;
    return { version: versionOf(found, current), htmlContent: html, tree };
  }
}

function declaredFile({ path, bytes, hash }: TreeFile) {
  return { path, bytes, sha256: hash };
}
