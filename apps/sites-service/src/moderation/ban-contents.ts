import {
  bannedContentsChanged,
  type contentBanMessages,
  contentBanned,
  type ReplyOf,
  type RequestContext,
  type RequestOf,
  requireRole,
} from '@haru/contracts';
import { onlyRow } from '@haru/database';
import { Outbox } from '@haru/events';
import { RequestClient } from '@haru/messaging';
import { CheckPool, SIMILARITY_VERSION } from '@haru/page-check';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ConflictOfInterest } from './cases/steps/conflict-of-interest.js';
import { publishAct } from '../sites/publish-site-events.js';
import { PageRenderer, type PageText } from '../sites/page-renderer.js';
import { BannedContentIndex } from '../sites/checks/banned-content-index.js';
import { BannedContent } from '../tables/banned-content.entity.js';
import { isoTime, SHOWN_TEXT } from '../tables/columns.js';

const MAX_LISTED = 200;
const READ_TIMEOUT_MS = 5_000;

const BAN = `encode(hash, 'hex') AS hash, reason, ${isoTime('banned_at')} AS banned_at`;
type Ban = ReplyOf<typeof contentBanMessages.banContent>;
type ContentToBan = Pick<BannedContent, 'hash' | 'similarity' | 'similarityVersion'>;

@Injectable()
export class BanContents {
  private readonly logger = new Logger(BanContents.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly pool: CheckPool,
    private readonly known: BannedContentIndex,
    private readonly conflict: ConflictOfInterest,
    private readonly client: RequestClient,
    private readonly renderer: PageRenderer,
  ) {}

  async banContent(request: RequestOf<typeof contentBanMessages.banContent>, context: RequestContext): Promise<Ban> {
    requireRole(context.caller, 'admin');
    const ban = await this.contentToBan(Buffer.from(request.hash, 'hex'), context);
    const banned = await this.dataSource.transaction((manager) => this.ban(manager, ban, request.reason, context));
    await this.announce();
    return banned;
  }

  /** Finds the text or the tree of the page that an admin stops everywhere; undefined when there is no page. */
  async contentOf(siteId: string, context: RequestContext): Promise<ContentToBan | undefined> {
    const [page] = await this.dataSource.query<{ hash: Buffer }[]>(
      `SELECT content_hash AS hash FROM sites WHERE id = $1
       UNION ALL SELECT content_hash FROM deleted_sites WHERE id = $1`,
      [siteId],
    );
    return page && this.contentToBan(page.hash, context);
  }

  async ban(manager: EntityManager, content: ContentToBan, reason: string, context: RequestContext): Promise<Ban> {
    const banned = onlyRow(
      await manager.query<Ban[]>(
        `INSERT INTO banned_contents AS known (hash, similarity, similarity_version, reason, banned_at)
         VALUES ($1, $2, $4, $3, now())
         ON CONFLICT (hash) DO UPDATE SET reason = EXCLUDED.reason,
           similarity = coalesce(EXCLUDED.similarity, known.similarity),
           similarity_version = CASE WHEN EXCLUDED.similarity IS NULL THEN known.similarity_version ELSE $4 END
         RETURNING ${BAN}`,
        [content.hash, content.similarity, reason, content.similarityVersion],
      ),
    );
    const id = content.hash.toString('hex');
    await publishAct(manager, { action: 'banContent', subject: { kind: 'content', id }, reason }, context);
    await this.outbox.publish(manager, contentBanned, { hash: id, reason }, { aggregateId: id, context });
    return banned;
  }

  async unbanContent(
    request: RequestOf<typeof contentBanMessages.unbanContent>,
    context: RequestContext,
  ): Promise<Record<string, never>> {
    requireRole(context.caller, 'admin');
    const contentHash = Buffer.from(request.hash, 'hex');
    await this.conflict.require({ contentHash }, context, 'admin');
    await this.dataSource.transaction(async (manager) => {
      const { affected } = await manager.delete(BannedContent, { hash: contentHash });
      if (!affected) return;
      const subject = { kind: 'content', id: request.hash } as const;
      await publishAct(manager, { action: 'unbanContent', subject, reason: request.reason }, context);
    });
    await this.announce();
    return {};
  }

  async listBannedContents({ caller }: RequestContext): Promise<ReplyOf<typeof contentBanMessages.listBannedContents>> {
    requireRole(caller, 'admin');
    const sql = `SELECT ${BAN} FROM banned_contents ORDER BY banned_contents.banned_at DESC LIMIT ${MAX_LISTED}`;
    return { contents: await this.dataSource.query<Ban[]>(sql) };
  }

  /** Tells every replica after the commit. It never fails, because they read the bans again within seconds. */
  async announce(): Promise<void> {
    this.known.expire();
    try {
      await this.client.broadcast(bannedContentsChanged, {});
    } catch (error) {
      this.logger.warn({ err: error }, 'a change of the banned contents could not be announced');
    }
  }

  private async contentToBan(hash: Buffer, context: RequestContext): Promise<ContentToBan> {
    await this.conflict.require({ contentHash: hash }, context, 'admin');
    const find = `SELECT ${SHOWN_TEXT} FROM contents WHERE hash = $1`;
    const [content] = await this.dataSource.query<PageText[]>(find, [hash]);
    const html = content ? await this.renderer.htmlOf(content) : null;
    const unread = { hash, similarity: null, similarityVersion: SIMILARITY_VERSION };
    if (html === null) return unread;
    try {
      const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
      const { similarity = null } = await this.pool.check(html, { signal, isCompared: true });
      return { ...unread, similarity };
    } catch (error) {
      this.logger.warn({ err: error, hash: hash.toString('hex') }, 'a content is banned before its text is compared');
      // `renewSimilarities` reads it later.
      return { ...unread, similarityVersion: 0 };
    }
  }
}
