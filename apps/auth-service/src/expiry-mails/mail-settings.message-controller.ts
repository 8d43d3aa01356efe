import { type Handles, mailSettingsMessages, type RequestContext, type RequestOf } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { accountOf } from '../input/account-of.js';
import { AccountMailSettings } from './mail-settings.js';

type Request<Name extends keyof typeof mailSettingsMessages> = RequestOf<(typeof mailSettingsMessages)[Name]>;

@Controller()
export class MailSettingsMessageController implements Handles<typeof mailSettingsMessages> {
  constructor(private readonly settings: AccountMailSettings) {}

  @HandleMessage(mailSettingsMessages.getMailSettings)
  getMailSettings(_request: Request<'getMailSettings'>, context: RequestContext) {
    return this.settings.get(accountOf(context));
  }

  @HandleMessage(mailSettingsMessages.updateMailSettings)
  updateMailSettings({ expiryMails }: Request<'updateMailSettings'>, context: RequestContext) {
    return this.settings.update(accountOf(context), expiryMails);
  }

  @HandleMessage(mailSettingsMessages.unsubscribe)
  async unsubscribe({ token }: Request<'unsubscribe'>) {
    await this.settings.unsubscribe(token);
    return {};
  }
}
