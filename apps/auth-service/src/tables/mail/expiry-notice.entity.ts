import type { ExpiringSite } from '@haru/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The mail of a day about an account's expiring pages. There is at most one of each account and day. */
@Entity('expiry_notices')
export class ExpiryNotice {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  /** In Japan, as `2026-11-22`. */
  @PrimaryColumn('date')
  day!: string;

  @Column('uuid', { name: 'mail_request_id' })
  mailRequestId!: string;

  /** How many pages expire. */
  @Column('integer')
  total!: number;

  /** Those that expire first, which the mail names. */
  @Column('jsonb')
  sites!: ExpiringSite[];
}

/** A day whose mails have all been requested. */
@Entity('expiry_notice_days')
export class ExpiryNoticeDay {
  @PrimaryColumn('date')
  day!: string;
}
