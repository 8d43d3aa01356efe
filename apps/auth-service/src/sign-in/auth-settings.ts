import type { ReplyOf, signInMessages } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import type { ServiceEnv } from '../config.js';
import { Setting } from '../settings.js';

/** Clients read here which ways of signing in are offered. */
@Injectable()
export class AuthSettings {
  readonly answer: ReplyOf<typeof signInMessages.getSettings>;

  constructor(
    @Setting('AUTH_OIDC_PROVIDERS') oidcProviders: ServiceEnv['AUTH_OIDC_PROVIDERS'],
    @Setting('AUTH_WEB3') web3: boolean,
    @Setting('AUTH_AUTOCONFIRM') autoconfirm: boolean,
  ) {
    const providers = [...oidcProviders.map(({ name }) => name), ...(web3 ? ['web3'] : [])];
    this.answer = {
      external: {
        email: true,
        phone: false,
        anonymous_users: true,
        ...Object.fromEntries(providers.map((name) => [name, true])),
      },
      disable_signup: false,
      mailer_autoconfirm: autoconfirm,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
    };
  }
}
