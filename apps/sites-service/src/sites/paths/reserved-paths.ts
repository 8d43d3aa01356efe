import { Injectable } from '@nestjs/common';
import {
  type Caller,
  isReservedPath,
  type moderationMessages,
  type RequestContext,
  type RequestOf,
  requireRole,
  ServiceError,
} from '@haru/contracts';
import { isBrandName } from '@haru/page-check';
import { type DataSource, type EntityManager, Not } from 'typeorm';
import { isPathFree, isReservedFor, isReservedForOther, lockPaths, reservePath } from './path-claims.js';
import { canBePath } from './site-path.js';
import { Setting } from '../../settings.js';
import { Site } from '../../tables/pages/site.entity.js';
import { publishAct } from '../publish-site-events.js';

/** Knows the paths of this deployment that look official or like a known brand. Sites that have one already keep it. */
@Injectable()
export class ReservedPaths {
  private readonly more: ReadonlySet<string>;

  constructor(@Setting('PRODUCT_NAME') productName: string, @Setting('RESERVED_PATHS') more: readonly string[]) {
    this.more = new Set([productName.toLowerCase(), ...more]);
  }

  /** An account that had the path, or to which an admin granted it, may take it. */
  async requireFree(database: DataSource | EntityManager, path: string, caller: Caller): Promise<void> {
    if (!isReservedPath(path, this.more) && !isBrandName(path)) return;
    if (caller.role === 'authenticated' && (await isReservedFor(database, path, caller.accountId))) return;
    throw new ServiceError('PATH_RESERVED');
  }

  async isAvailable({ manager }: DataSource, path: string, caller: Caller): Promise<boolean> {
    if (!canBePath(path)) throw new ServiceError('PATH_INVALID');
    await this.requireFree(manager, path, caller);
    const accountId = caller.role === 'authenticated' ? caller.accountId : undefined;
    return isPathFree(manager, path, accountId, new Date());
  }
}

/** Reserves a path for an account forever, also one that looks official. */
export async function grantPath(
  dataSource: DataSource,
  { path, accountId, reason }: RequestOf<typeof moderationMessages.grantPath>,
  context: RequestContext,
): Promise<void> {
  requireRole(context.caller, 'admin');
  if (!canBePath(path)) throw new ServiceError('PATH_INVALID');
  await dataSource.transaction(async (manager) => {
    await lockPaths(manager, [path]);
    const isTaken = await manager.existsBy(Site, { path, userId: Not(accountId) });
    if (isTaken || (await isReservedForOther(manager, path, accountId, new Date()))) {
      throw new ServiceError('PATH_TAKEN');
    }
    await reservePath(manager, path, accountId, null);
    const subject = { kind: 'account', id: accountId } as const;
    await publishAct(manager, { action: 'grantPath', subject, reason, details: { path } }, context);
  });
}
