import { isReservedPath, ServiceError } from '@haru/contracts';

/** Paths that look official, as this deployment has them. Sites that have one keep it. */
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
