import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A temporary account has at most one management link. */
@Entity('management_links')
export class ManagementLink {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  /** This is the SHA-256 of the secret, so that a copy of the table does not give access to accounts. */
  @Column('bytea', { name: 'secret_hash' })
  secretHash!: Buffer;

  /** Renewing the link changes this time. */
  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null;
}
