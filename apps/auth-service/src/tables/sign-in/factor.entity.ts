import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A factor is an authenticator app of an account. */
@Entity('factors')
export class Factor {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  /** The name is unique within the account, even if it is empty. */
  @Column('text', { name: 'friendly_name' })
  friendlyName!: string;

  @Column('text')
  status!: 'unverified' | 'verified';

  @Column('bytea', { name: 'sealed_secret' })
  sealedSecret!: Buffer;

  /** This is the step of the newest accepted code. The column is a bigint, which the driver reads as text. */
  @Column('bigint', { name: 'last_used_step' })
  lastUsedStep!: string;

  /** Counts wrong codes since `failuresSince`. */
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

/** A challenge accepts one code of the factor once. */
@Entity('factor_challenges')
export class FactorChallenge {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'factor_id' })
  factorId!: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
