import type { PageFormat, VersionSource } from '@haru/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { VersionCheck } from './version-check.js';

/** All versions and sites with the same page share one content. Maintenance deletes it after the last. */
@Entity('contents')
export class Content {
  @PrimaryColumn('bytea')
  hash!: Buffer;

  /** It is the source of the page in its format. */
  @Column('text')
  html!: string;

  /** It is null for HTML. */
  @Column('text', { nullable: true })
  format!: Exclude<PageFormat, 'html'> | null;

  /** Viewers get this in place of `html`. It is null for HTML and components, and until a job has rendered Markdown. */
  @Column('text', { nullable: true })
  rendered!: string | null;

  /**
   * It is the last time when a version got the content, up to ten minutes late. The content stays for an hour, so that
   * no publish in flight loses it.
   */
  @Column('timestamptz', { name: 'used_at' })
  usedAt!: Date;
}

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
