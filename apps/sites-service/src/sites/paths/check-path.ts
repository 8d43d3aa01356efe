import { type Caller, ServiceError } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Site } from '../../tables/pages/site.entity.js';
import { isReservedForOther } from './path-claims.js';
import { ReservedPaths } from './reserved-paths.js';
import { canBePath } from './site-path.js';

@Injectable()
export class CheckPath {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reserved: ReservedPaths,
  ) {}

  /** Whether this path is available to the caller now. */
  async checkPath(path: string, caller: Caller): Promise<boolean> {
    if (!canBePath(path)) throw new ServiceError('PATH_INVALID');
    await this.reserved.requireFree(this.dataSource, path, caller);
    if (await this.dataSource.manager.existsBy(Site, { path })) return false;
    const accountId = caller.role === 'authenticated' ? caller.accountId : undefined;
    return !(await isReservedForOther(this.dataSource.manager, path, accountId, new Date()));
  }
}
