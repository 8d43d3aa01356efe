import { Column, Entity, PrimaryColumn } from 'typeorm';

/** This account was registered recently: pages published with an older access token count as its own. */
@Entity('confirmed_accounts')
export class ConfirmedAccount {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('timestamptz', { name: 'confirmed_at', default: () => 'now()' })
  confirmedAt!: Date;
}

@Entity('banned_accounts')
export class BannedAccount {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  /** The owner sees it. */
  @Column('text')
  reason!: string;

  @Column('timestamptz', { name: 'banned_at' })
  bannedAt!: Date;
}
