import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Which account an idempotency key led to, so that a repeat leads to the same one. */
@Entity('account_requests')
export class AccountRequest {
  /** SHA-256 of the key: whoever reads the table cannot ask for the account. */
  @PrimaryColumn('bytea', { name: 'key_hash' })
  keyHash!: Buffer;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
