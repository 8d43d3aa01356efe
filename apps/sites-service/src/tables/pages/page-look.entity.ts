import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RecheckReason } from './version-check.js';

/** A version that is due for a look: it was shown so often, or an earlier look failed. */
@Entity('due_page_looks')
export class DuePageLook {
  @PrimaryColumn('uuid', { name: 'site_id' })
  siteId!: string;

  @PrimaryColumn('integer')
  number!: number;

  @Column('text', { default: 'views' })
  reason!: RecheckReason;

  /** Looks that failed. */
  @Column('integer', { default: 0 })
  failures!: number;

  @Column('timestamptz', { name: 'due_at', default: () => 'now()' })
  dueAt!: Date;
}

/** How far a job that looks at pages has come, in the order of times and then ids. */
@Entity('page_look_progress')
export class PageLookProgress {
  /** `published`, `updated`, or `rules 7` for a check of the live pages by version 7 of the rules. */
  @PrimaryColumn('text')
  name!: string;

  @Column('timestamptz', { name: 'after_time' })
  afterTime!: Date;

  @Column('uuid', { name: 'after_id' })
  afterId!: string;
}
