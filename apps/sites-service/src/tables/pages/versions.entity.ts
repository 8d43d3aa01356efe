import type { VersionSource } from '@haru/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { VersionCheck } from './version-check.js';

/** A site shows or showed this version. A trigger deletes it with the site's row. */
@Entity('page_versions')
export class PageVersion {
  @PrimaryColumn('uuid', { name: 'site_id' })
  siteId!: string;

  /** It counts from 1, without gaps as long as no version is deleted. */
  @PrimaryColumn('integer')
  number!: number;

  @Column('bytea', { name: 'content_hash' })
  contentHash!: Buffer;

  @Column('text')
  title!: string;

  @Column('integer')
  bytes!: number;

  @Column('text')
  source!: VersionSource;

  /** A program published the version with the API key that had this name. */
  @Column('text', { name: 'key_name', nullable: true })
  keyName!: string | null;

  @Column('text', { nullable: true })
  label!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('jsonb', { name: 'check_result', nullable: true })
  checkResult!: VersionCheck | null;

  /** The bytes of the version count for this account. */
  @Column('uuid', { name: 'account_id' })
  accountId!: string;
}
