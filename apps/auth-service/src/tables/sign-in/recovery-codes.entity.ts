import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The recovery codes of an account with a second factor. */
@Entity('recovery_codes')
export class RecoveryCodeSet {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  /** Of the codes that are not used yet. Keyed, so that a copy of the table is not enough to try codes. */
  @Column('bytea', { name: 'code_hashes', array: true })
  codeHashes!: Buffer[];

  /** When these codes were made: renewing them changes it. */
  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  /** Wrong codes since `failuresSince`. Renewing the codes keeps the count. */
  @Column('integer', { default: 0 })
  failures!: number;

  @Column('timestamptz', { name: 'failures_since', nullable: true })
  failuresSince!: Date | null;
}
