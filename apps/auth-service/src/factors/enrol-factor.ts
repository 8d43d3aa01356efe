import { randomUUID } from 'node:crypto';
import { type factorMessages, type ReplyOf, type RequestOf, ServiceError } from '@haru/contracts';
import { toString as qrCode } from 'qrcode';
import { DataSource, type EntityManager, LessThan } from 'typeorm';
import type { User } from '../tables/account/user.entity.js';
import type { Session } from '../tables/sign-in/session.entity.js';
import { factorsOf, UNVERIFIED_LIFE_MS } from '../sessions/factor-answer.js';
import { Factor } from '../tables/sign-in/factor.entity.js';
import { SecretBox } from './secret-box.js';
import { newTotpSecret, totpUri } from './totp.js';
import { Setting } from '../settings.js';
import { lockAccount } from '../tables/account/read-account.js';
import { Injectable } from '@nestjs/common';

const MAX_FACTORS = 10;
/** A QR code holds 2,953 bytes, and a character of the label becomes up to twelve, twice. */
const ISSUER_MAX_LENGTH = 50;
const ACCOUNT_MAX_LENGTH = 100;
const NAME_MAX_LENGTH = 100;

type Payload = RequestOf<(typeof factorMessages)['enrolFactor']>;
type Answer = ReplyOf<(typeof factorMessages)['enrolFactor']>;

@Injectable()
export class EnrolFactor {
  constructor(
    private readonly dataSource: DataSource,
    private readonly box: SecretBox,
    @Setting('PUBLIC_ORIGIN') private readonly origin: string,
  ) {}

  async enrol(user: User, session: Pick<Session, 'aal'>, request: Payload): Promise<Answer> {
    const { friendlyName, issuer } = checked(request);
    const id = randomUUID();
    const secret = newTotpSecret();
    const now = new Date();
    await this.dataSource.transaction(async (manager) => {
      await lockAccount(manager, { id: user.id });
      await this.requireFreeSlot(manager, user, session, friendlyName, now);
      await manager.insert(Factor, {
        id,
        userId: user.id,
        friendlyName,
        status: 'unverified',
        sealedSecret: this.box.seal(secret.bytes, id),
        createdAt: now,
        updatedAt: now,
      });
    });
    const account = (user.email ?? user.id).slice(0, ACCOUNT_MAX_LENGTH);
    const uri = totpUri(secret.bytes, { issuer: issuer || new URL(this.origin).host, account });
    return {
      id,
      type: 'totp',
      friendly_name: friendlyName,
      totp: { qr_code: await qrCode(uri, { type: 'svg', errorCorrectionLevel: 'L' }), secret: secret.base32, uri },
    };
  }

  private async requireFreeSlot(
    manager: EntityManager,
    user: User,
    session: Pick<Session, 'aal'>,
    friendlyName: string,
    now: Date,
  ): Promise<void> {
    const takenTooLong = LessThan(new Date(now.getTime() - UNVERIFIED_LIFE_MS));
    await manager.delete(Factor, { userId: user.id, status: 'unverified', createdAt: takenTooLong });
    const factors = await factorsOf(manager, user.id, now);
    if (factors.some((factor) => factor.friendlyName === friendlyName)) {
      throw new ServiceError('mfa_factor_name_conflict', {
        message: `A factor with the friendly name "${friendlyName}" for this user already exists`,
      });
    }
    if (factors.length >= MAX_FACTORS) throw new ServiceError('too_many_enrolled_mfa_factors');
    if (factors.some(({ status }) => status === 'verified') && session.aal !== 'aal2') {
      throw new ServiceError('insufficient_aal', { status: 403, message: 'AAL2 required to enroll a new factor' });
    }
  }
}

function checked({ factorType, friendlyName, issuer = '' }: Payload): { friendlyName: string; issuer: string } {
  if (factorType === 'phone') throw new ServiceError('mfa_phone_enroll_not_enabled');
  if (factorType === 'webauthn') throw new ServiceError('mfa_webauthn_enroll_not_enabled');
  if (factorType !== 'totp') {
    throw new ServiceError('validation_failed', { message: 'factor_type needs to be totp, phone, or webauthn' });
  }
  const isText = (text: string, most: number) => text.length <= most && text.isWellFormed() && !/\p{Cc}/u.test(text);
  if (!isText(friendlyName, NAME_MAX_LENGTH)) {
    throw new ServiceError('validation_failed', { message: 'friendly_name must be text of at most 100 characters' });
  }
  if (!isText(issuer, ISSUER_MAX_LENGTH)) {
    throw new ServiceError('validation_failed', { message: 'issuer must be text of at most 50 characters' });
  }
  return { friendlyName, issuer };
}
