import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An authenticator app of an account. */
@Entity('factors')
export class Factor {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  /** Unique within the account, the empty one too. */
  @Column('text', { name: 'friendly_name' })
  friendlyName!: string;

  @Column('text')
  status!: 'unverified' | 'verified';

  @Column('bytea', { name: 'sealed_secret' })
  sealedSecret!: Buffer;

  /** Step of the newest accepted code; a bigint, so text. */
  @Column('bigint', { name: 'last_used_step' })
  lastUsedStep!: string;

  /** Wrong codes since `failuresSince`. */
  @Column('integer')
  failures!: number;

  @Column('timestamptz', { name: 'failures_since', nullable: true })
  failuresSince!: Date | null;

  @Column('timestamptz', { name: 'last_challenged_at', nullable: true })
  lastChallengedAt!: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}

/** A code of the factor is accepted for it once. */
@Entity('factor_challenges')
export class FactorChallenge {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'factor_id' })
  factorId!: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
