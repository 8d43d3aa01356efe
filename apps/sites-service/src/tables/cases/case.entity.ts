import type { CaseKind, CaseOrigin, CaseState, PageFinding } from '@haru/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What happens about a page that was reported. One that is not closed is the only one of its page. */
@Entity('cases')
export class Case {
  @PrimaryColumn('uuid')
  id!: string;

  /** The page may be deleted meanwhile. */
  @Column('uuid', { name: 'site_id' })
  siteId!: string;

  /** As it was when the case was opened. */
  @Column('text')
  path!: string;

  @Column('text')
  title!: string;

  /** Null once the account is deleted. */
  @Column('uuid', { name: 'owner_id', nullable: true })
  ownerId!: string | null;

  @Column('text')
  kind!: CaseKind;

  /** As a moderator set it: the owner then has less time to answer. */
  @Column('boolean', { name: 'concerns_sexual_images' })
  concernsSexualImages!: boolean;

  @Column('text')
  origin!: CaseOrigin;

  @Column('text')
  state!: CaseState;

  /** Of a decided case: whether the page stays stopped. */
  @Column('boolean', { name: 'is_stopped', nullable: true })
  isStopped!: boolean | null;

  /** What the check found when it opened the case. */
  @Column('jsonb')
  findings!: PageFinding[];

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  /** By when the next step is to be made: the owner's in `inquiry`, else a moderator's. */
  @Column('timestamptz', { name: 'due_at', nullable: true })
  dueAt!: Date | null;

  /** When the owner was first asked or told; until then the owner does not see the case. */
  @Column('timestamptz', { name: 'owner_informed_at', nullable: true })
  ownerInformedAt!: Date | null;

  /** When the page was stopped, or found to be in order. */
  @Column('timestamptz', { name: 'decided_at', nullable: true })
  decidedAt!: Date | null;

  /** The moderator who stopped the page; null: the clock, or the command line. */
  @Column('uuid', { name: 'stopped_by', nullable: true })
  stoppedBy!: string | null;

  @Column('timestamptz', { name: 'objected_at', nullable: true })
  objectedAt!: Date | null;

  @Column('timestamptz', { name: 'closed_at', nullable: true })
  closedAt!: Date | null;
}
