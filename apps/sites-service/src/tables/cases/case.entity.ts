import type { CaseKind, CaseOrigin, CaseState, PageFinding } from '@haru/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A page has at most one case that is not closed. */
@Entity('cases')
export class Case {
  @PrimaryColumn('uuid')
  id!: string;

  /** The page may have been deleted since. */
  @Column('uuid', { name: 'site_id' })
  siteId!: string;

  /** It is the path when the case was opened. */
  @Column('text')
  path!: string;

  @Column('text')
  title!: string;

  /** It becomes null when the account is deleted. */
  @Column('uuid', { name: 'owner_id', nullable: true })
  ownerId!: string | null;

  @Column('text')
  kind!: CaseKind;

  /** A moderator sets it: the owner then has less time to answer. */
  @Column('boolean', { name: 'concerns_sexual_images' })
  concernsSexualImages!: boolean;

  @Column('text')
  origin!: CaseOrigin;

  @Column('text')
  state!: CaseState;

  /** In a decided case it says whether the page stays stopped. */
  @Column('boolean', { name: 'is_stopped', nullable: true })
  isStopped!: boolean | null;

  /** They are the findings of the check that opened the case. */
  @Column('jsonb')
  findings!: PageFinding[];

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  /** The next step is due then: the owner's in `inquiry`, else a moderator's. */
  @Column('timestamptz', { name: 'due_at', nullable: true })
  dueAt!: Date | null;

  /** The owner was first asked or informed then; before that the owner does not see the case. */
  @Column('timestamptz', { name: 'owner_informed_at', nullable: true })
  ownerInformedAt!: Date | null;

  /** The page was stopped then, or found to be allowed. */
  @Column('timestamptz', { name: 'decided_at', nullable: true })
  decidedAt!: Date | null;

  /** This moderator stopped the page; null for the clock and the command line. */
  @Column('uuid', { name: 'stopped_by', nullable: true })
  stoppedBy!: string | null;

  @Column('timestamptz', { name: 'objected_at', nullable: true })
  objectedAt!: Date | null;

  @Column('timestamptz', { name: 'closed_at', nullable: true })
  closedAt!: Date | null;
}
