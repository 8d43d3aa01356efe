import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('recovery_codes')
export class RecoveryCodeSet {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  /** These are the hashes of unused codes. They are keyed, so that a copy of the table is not enough to try codes. */
  @Column('bytea', { name: 'code_hashes', array: true })
  codeHashes!: Buffer[];

  /** Renewing the codes changes this time. */
  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  /** Counts wrong codes since `failuresSince`. Renewing the codes keeps the count. */
  @Column('integer', { default: 0 })
  failures!: number;

  @Column('timestamptz', { name: 'failures_since', nullable: true })
  failuresSince!: Date | null;
}
