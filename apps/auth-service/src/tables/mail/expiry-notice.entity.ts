import { Entity, PrimaryColumn } from 'typeorm';

/** There is at most one mail a day about an account's expiring pages. */
@Entity('expiry_notices')
export class ExpiryNotice {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  /** This is the day in Japan, as `2026-11-22`. */
  @PrimaryColumn('date')
  day!: string;
}

/** All mails of this day have been requested. */
@Entity('expiry_notice_days')
export class ExpiryNoticeDay {
  @PrimaryColumn('date')
  day!: string;
}
