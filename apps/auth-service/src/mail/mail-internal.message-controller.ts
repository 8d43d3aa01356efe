import { type Handles, mailInternalMessages, type RequestOf } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { isConfirmed } from '../tables/account/read-account.js';
import { User } from '../tables/account/user.entity.js';
import { MailLimits } from './requests/mail-limits.js';

type Request = RequestOf<typeof mailInternalMessages.admitMail>;

/** Only other services call these. */
@Controller()
export class MailInternalMessageController implements Handles<typeof mailInternalMessages> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly limits: MailLimits,
  ) {}

  @HandleMessage(mailInternalMessages.admitMail)
  async admitMail({ to, isCounted }: Request) {
    const address = 'email' in to ? to.email : await this.addressOf(to.accountId);
    const wait = address === null || !isCounted ? undefined : await this.limits.takeForNotice(address.toLowerCase());
    return { address, waitSeconds: wait ?? null };
  }

  private async addressOf(id: string): Promise<string | null> {
    const user = await this.dataSource.manager.findOneBy(User, { id, isAnonymous: false, deletedAt: IsNull() });
    return isConfirmed(user) ? (user?.email ?? null) : null;
  }
}
