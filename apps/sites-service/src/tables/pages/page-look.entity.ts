import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RecheckReason } from './version-check.js';

/** This version is due for a recheck: it was shown often, or an earlier recheck failed. */
@Entity('due_page_looks')
export class DuePageLook {
  @PrimaryColumn('uuid', { name: 'site_id' })
  siteId!: string;

  @PrimaryColumn('integer')
  number!: number;

  @Column('text', { default: 'views' })
  reason!: RecheckReason;

  /** It counts the rechecks that failed. */
  @Column('integer', { default: 0 })
  failures!: number;

  @Column('timestamptz', { name: 'due_at', default: () => 'now()' })
  dueAt!: Date;
}

/** The job that rechecks pages continues behind this time and id. */
@Entity('page_look_progress')
export class PageLookProgress {
  /** It is `published`, `updated`, or `rules 7` for a check of the live pages by version 7 of the rules. */
  @PrimaryColumn('text')
  name!: string;

  @Column('timestamptz', { name: 'after_time' })
  afterTime!: Date;

  @Column('uuid', { name: 'after_id' })
  afterId!: string;
}
