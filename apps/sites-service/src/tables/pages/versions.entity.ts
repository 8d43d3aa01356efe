import type { VersionSource } from '@haru/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { VersionCheck } from './version-check.js';

/** A page as it was pasted, once however many versions and sites have it. Maintenance deletes those without any. */
@Entity('contents')
export class Content {
  /** SHA-256 of the UTF-8. */
  @PrimaryColumn('bytea')
  hash!: Buffer;

  @Column('text')
  html!: string;

  /** When a version got it, up to ten minutes late. It stays for an hour, so that no publish in flight loses it. */
  @Column('timestamptz', { name: 'used_at' })
  usedAt!: Date;
}

/** What a site shows or showed. A trigger deletes them with the site's row. */
@Entity('page_versions')
export class PageVersion {
  @PrimaryColumn('uuid', { name: 'site_id' })
  siteId!: string;

  /** From 1, without gaps as long as none is deleted. */
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

  @Column('text', { nullable: true })
  label!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('jsonb', { name: 'check_result', nullable: true })
  checkResult!: VersionCheck | null;

  /** Whose page it is: its bytes count for this account. */
  @Column('uuid', { name: 'account_id' })
  accountId!: string;
}
