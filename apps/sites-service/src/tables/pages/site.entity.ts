import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A page and its path. The one definition of the table: statements take their columns and types from it. A new column
 * is added here, in `site.table.sql.ts`, in a migration, and in the contract where a wire shows it.
 */
@Entity('sites')
export class Site {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text')
  title!: string;

  @Column('text', { unique: true })
  path!: string;

  /** Names the page in `contents`. */
  @Column('bytea', { name: 'content_hash' })
  contentHash!: Buffer;

  /** Of the page as UTF-8. */
  @Column('integer')
  bytes!: number;

  /** The number of the version that is shown. */
  @Column('integer', { default: 1 })
  version!: number;

  /** `<site id>/<SHA-256 of what is shown>.html` */
  @Column('text', { name: 'storage_path' })
  storagePath!: string;

  /** Neither stopped nor swept. An expired page stays active until the next sweep. */
  @Column('boolean', { name: 'is_active', default: true })
  isActive!: boolean;

  /** The owner keeps search engines away. */
  @Column('boolean', { default: false })
  noindex!: boolean;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  @Column('timestamptz', { name: 'last_modified' })
  lastModified!: Date;

  @Column('timestamptz', { name: 'stopped_at', nullable: true })
  stoppedAt!: Date | null;

  @Column('text', { name: 'stopped_reason', nullable: true })
  stoppedReason!: string | null;

  /** Who stopped it: a moderator, or the ban of its account. */
  @Column('text', { name: 'stopped_source', nullable: true })
  stoppedSource!: string | null;

  /** When the owner had its artifact removed from storage. */
  @Column('timestamptz', { name: 'artifact_removed_at', nullable: true })
  artifactRemovedAt!: Date | null;

  /** Its account is temporary: search engines are kept away until it is registered. */
  @Column('boolean', { name: 'owner_unconfirmed', default: false })
  ownerUnconfirmed!: boolean;

  /** Visitors first see that the page is being checked, and search engines are kept away. */
  @Column('boolean', { name: 'under_review', default: false })
  underReview!: boolean;

  /** Its path had an origin of its own: no other account ever gets the path. */
  @Column('boolean', { name: 'had_own_origin', default: false })
  hadOwnOrigin!: boolean;
}
