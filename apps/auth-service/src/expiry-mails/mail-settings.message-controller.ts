import { type Handles, mailSettingsMessages, type RequestContext, type RequestOf } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { accountOf } from '../input/account-of.js';
import { AccountMailSettings } from './mail-settings.js';

type Payload<Name extends keyof typeof mailSettingsMessages> = RequestOf<(typeof mailSettingsMessages)[Name]>;

@Controller()
export class MailSettingsMessageController implements Handles<typeof mailSettingsMessages> {
  constructor(private readonly settings: AccountMailSettings) {}

  @HandleMessage(mailSettingsMessages.getMailSettings)
  getMailSettings(_request: Payload<'getMailSettings'>, context: RequestContext) {
    return this.settings.get(accountOf(context));
  }

  @HandleMessage(mailSettingsMessages.updateMailSettings)
  updateMailSettings({ expiryMails }: Payload<'updateMailSettings'>, context: RequestContext) {
    return this.settings.update(accountOf(context), expiryMails);
  }

  @HandleMessage(mailSettingsMessages.unsubscribe)
  async unsubscribe({ token }: Payload<'unsubscribe'>) {
    await this.settings.unsubscribe(token);
    return {};
  }
}
