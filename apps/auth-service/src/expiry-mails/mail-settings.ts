import { type SessionCaller, ServiceError } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Setting } from '../settings.js';
import { User } from '../tables/account/user.entity.js';
import { Sessions } from '../sessions/sessions.js';
import { readUnsubscribeToken } from '../mail/links/unsubscribe-token.js';

/** Owners choose mails beside those that their account needs. */
@Injectable()
export class AccountMailSettings {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: Sessions,
    @Setting('AUTH_REFRESH_TOKEN_SECRET') private readonly refreshTokenSecret: string,
  ) {}

  async get(caller: SessionCaller): Promise<{ expiryMails: boolean }> {
    const { expiryMails } = await this.sessions.requireUser(caller);
    return { expiryMails };
  }

  async update(caller: SessionCaller, expiryMails: boolean): Promise<{ expiryMails: boolean }> {
    const { id } = await this.sessions.requireUser(caller);
    await this.dataSource.manager.update(User, id, { expiryMails });
    return { expiryMails };
  }

  /**
   * Anyone with the mail may switch it off; a deleted account is ignored. @throws ServiceError
   * UNSUBSCRIBE_TOKEN_INVALID
   */
  async unsubscribe(token: string): Promise<void> {
    const id = readUnsubscribeToken(this.refreshTokenSecret, token);
    if (id === undefined) throw new ServiceError('UNSUBSCRIBE_TOKEN_INVALID');
    await this.dataSource.manager.update(User, id, { expiryMails: false });
  }
}
