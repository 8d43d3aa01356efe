import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An account that was registered lately: pages published with an access token from before count as its own. */
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

  /** Shown to the owner. */
  @Column('text')
  reason!: string;

  @Column('timestamptz', { name: 'banned_at' })
  bannedAt!: Date;
}
