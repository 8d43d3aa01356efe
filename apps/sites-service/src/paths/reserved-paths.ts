import { isReservedPath, ServiceError } from '@haru/contracts';

/** The paths of this deployment that look official. Sites that have one already keep it. */
export class ReservedPaths {
  private readonly more: ReadonlySet<string>;

  constructor(productName: string, more: readonly string[]) {
    this.more = new Set([productName.toLowerCase(), ...more]);
  }

  /** @throws ServiceError PATH_RESERVED */
  requireFree(path: string): void {
    if (isReservedPath(path, this.more)) throw new ServiceError('PATH_RESERVED');
  }
}
