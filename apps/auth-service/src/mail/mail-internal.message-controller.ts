import { type Handles, mailInternalMessages, type RequestOf } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { confirmedAddressOf } from '../tables/account/read-account.js';
import { MailLimits } from './requests/mail-limits.js';

type Payload = RequestOf<typeof mailInternalMessages.admitMail>;

/** Only other services call these. */
@Controller()
export class MailInternalMessageController implements Handles<typeof mailInternalMessages> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly limits: MailLimits,
  ) {}

  @HandleMessage(mailInternalMessages.admitMail)
  async admitMail({ to, isCounted }: Payload) {
    const address = 'email' in to ? to.email : await confirmedAddressOf(this.dataSource.manager, to.accountId);
    const wait = address === null || !isCounted ? undefined : await this.limits.takeForNotice(address.toLowerCase());
    return { address, waitSeconds: wait ?? null };
  }
}
