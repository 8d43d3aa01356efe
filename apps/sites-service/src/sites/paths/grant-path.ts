import {
  type moderationMessages,
  type RequestContext,
  type RequestOf,
  requireRole,
  ServiceError,
} from '@haru/contracts';
import { type DataSource, Not } from 'typeorm';
import { Site } from '../../tables/pages/site.entity.js';
import { publishAct } from '../publish-site-events.js';
import { isReservedForOther, lockPaths, reservePath } from './path-claims.js';
import { canBePath } from './site-path.js';

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
