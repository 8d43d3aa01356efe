import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A temporary account's management link. There is at most one of each account. */
@Entity('management_links')
export class ManagementLink {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  /** SHA-256 of the secret, so that a copy of the table does not give access to accounts. */
  @Column('bytea', { name: 'secret_hash' })
  secretHash!: Buffer;

  /** When this secret was made: renewing the link changes it. */
  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null;
}
