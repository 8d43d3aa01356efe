import type { accountMessages, ReplyOf } from '@haru/contracts';

/** Which ways of signing in there are, for clients that ask. */
export class AuthSettings {
  readonly answer: ReplyOf<typeof accountMessages.getSettings>;

  constructor({ autoconfirm, providers }: { autoconfirm: boolean; providers: readonly string[] }) {
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
