import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A version that was shown so often that it is due for a second look. */
@Entity('due_page_looks')
export class DuePageLook {
  @PrimaryColumn('uuid', { name: 'site_id' })
  siteId!: string;

  @PrimaryColumn('integer')
  number!: number;
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
