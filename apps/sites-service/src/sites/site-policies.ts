import { Injectable } from '@nestjs/common';
import { type Caller, mayDo, ServiceError, type SiteAction, type SitePolicy } from '@haru/contracts';
import { Setting } from '../settings.js';

@Injectable()
export class SitePolicies {
  constructor(@Setting('SITE_POLICY') private readonly policy: SitePolicy) {}

  require(action: SiteAction, caller: Caller): void {
    if (!mayDo(this.policy, action, caller)) throw new ServiceError('REGISTRATION_REQUIRED');
  }
}
