import type { ReplyOf, signInMessages } from '@haru/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { ENV, type ServiceEnv } from '../config.js';

/** Clients read here which ways of signing in are offered. */
@Injectable()
export class AuthSettings {
  readonly answer: ReplyOf<typeof signInMessages.getSettings>;

  constructor(
    @Inject(ENV)
    config: Pick<ServiceEnv, 'AUTH_AUTOCONFIRM' | 'AUTH_OIDC_PROVIDERS' | 'AUTH_WEB3'>,
  ) {
    const providers = [...config.AUTH_OIDC_PROVIDERS.map(({ name }) => name), ...(config.AUTH_WEB3 ? ['web3'] : [])];
    this.answer = {
      external: {
        email: true,
        phone: false,
        anonymous_users: true,
        ...Object.fromEntries(providers.map((name) => [name, true])),
      },
      disable_signup: false,
      mailer_autoconfirm: config.AUTH_AUTOCONFIRM,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
    };
  }
}
