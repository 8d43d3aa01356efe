import type { Visibility } from '@haru/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A site is a page and its path. This is the only definition of the columns: the table and statements take their names
 * and types from it. A new column is added here, in a migration, and in the contract if a wire shows it.
 */
@Entity('sites')
export class Site {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text')
  title!: string;

  @Column({ type: 'text', collation: 'C', unique: true })
  path!: string;

  /** It names the page in `contents` or in `trees`. A foreign key would cost every publish a lookup and a lock. */
  @Column('bytea', { name: 'content_hash' })
  contentHash!: Buffer;

  @Column('integer')
  bytes!: number;

  /** It is the number of the version that is shown. */
  @Column('integer', { default: 1 })
  version!: number;

  /** It is `<site id>/<SHA-256 of the shown bytes>.html`, `.tree` for a tree of files, or `.md`, see `HAS_NO_ARTIFACT`. */
  @Column('text', { name: 'storage_path' })
  storagePath!: string;

  /** The page is neither stopped nor swept. An expired page stays active until the next sweep. */
  @Column('boolean', { name: 'is_active', default: true })
  isActive!: boolean;

  /** The owner does not want search engines to show the page. */
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

  /** A moderator, or the ban of its account or of its content, stopped it. */
  @Column('text', { name: 'stopped_source', nullable: true })
  stoppedSource!: string | null;

  /** The owner removed its artifact from storage then. */
  @Column('timestamptz', { name: 'artifact_removed_at', nullable: true })
  artifactRemovedAt!: Date | null;

  /** Its account is temporary: search engines may not show the page until it is registered. */
  @Column('boolean', { name: 'owner_unconfirmed', default: false })
  ownerUnconfirmed!: boolean;

  /** Visitors first see that the page is being checked, and search engines may not show it. */
  @Column('boolean', { name: 'under_review', default: false })
  underReview!: boolean;

  /** Its path had an origin of its own, so no other account ever gets the path. */
  @Column('boolean', { name: 'had_own_origin', default: false })
  hadOwnOrigin!: boolean;

  @Column('text', { default: 'public' })
  visibility!: Visibility;

  /** It is present if the visibility is `password`. */
  @Column('text', { name: 'password_hash', nullable: true })
  passwordHash!: string | null;

  /** Increasing this number makes the former key of the page and its cookies invalid. */
  @Column('integer', { name: 'access_generation', default: 1 })
  accessGeneration!: number;
}

/** A deleted page can be restored from this copy of its row. */
@Entity('deleted_sites')
export class DeletedSite extends Site {
  @Column('timestamptz', { name: 'deleted_at' })
  deletedAt!: Date;
}

/** A stopped page was deleted: its path stays stopped, and no account can take it. */
@Entity('stopped_paths')
export class StoppedPath {
  @PrimaryColumn('text')
  path!: string;

  @Column('uuid', { unique: true })
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text')
  title!: string;

  @Column('text', { default: 'public' })
  visibility!: Visibility;

  @Column('boolean')
  noindex!: boolean;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  @Column('timestamptz', { name: 'stopped_at' })
  stoppedAt!: Date;

  @Column('text', { name: 'stopped_reason' })
  stoppedReason!: string;

  @Column('text', { name: 'stopped_source' })
  stoppedSource!: string;
}
