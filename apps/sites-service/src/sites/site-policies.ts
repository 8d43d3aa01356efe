import { type Caller, mayDo, ServiceError, type SiteAction, type SitePolicy } from '@haru/contracts';

/** Checks permissions with the policy of this deployment. */
export class SitePolicies {
  constructor(private readonly policy: SitePolicy) {}

  /** @throws ServiceError REGISTRATION_REQUIRED */
  require(action: SiteAction, caller: Caller): void {
    if (!mayDo(this.policy, action, caller)) throw new ServiceError('REGISTRATION_REQUIRED');
  }
}
