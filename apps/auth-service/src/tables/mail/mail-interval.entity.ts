import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Records when a mail of one kind was last requested for one address or account. */
@Entity('mail_intervals')
export class MailInterval {
  /** This is the SHA-256 of the kind and the address or account id. */
  @PrimaryColumn('bytea', { name: 'key_hash' })
  keyHash!: Buffer;

  @Column('timestamptz', { name: 'requested_at' })
  requestedAt!: Date;
}
