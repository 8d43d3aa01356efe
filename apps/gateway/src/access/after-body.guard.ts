import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { AccessGuard } from './access.guard.js';
import { RateLimitGuard } from './rate-limits.js';

/** The checks that need the body: whom it names, and what it asks for. All others have run before it was read. */
@Injectable()
export class AfterBodyGuard implements CanActivate {
  constructor(
    private readonly access: AccessGuard,
    private readonly limits: RateLimitGuard,
  ) {}

  async canActivate(host: ExecutionContext): Promise<boolean> {
    if (host.getType() !== 'http') return true;
    await this.access.identifyByBody(host);
    await this.limits.countByBody(host);
    return true;
  }
}
