import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Records which account an idempotency key led to, so that a repeat leads to the same one. */
@Entity('account_requests')
export class AccountRequest {
  /** This is the SHA-256 of the key, so that a copy of the table does not give access to the account. */
  @PrimaryColumn('bytea', { name: 'key_hash' })
  keyHash!: Buffer;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
