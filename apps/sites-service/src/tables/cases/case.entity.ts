import type { CaseActor, CaseKind, CaseOrigin, CaseState, PageFinding } from '@haru/contracts';
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

@Entity('case_reports')
export class CaseReport {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'case_id' })
  caseId!: string;

  @Column('text')
  kind!: CaseKind;

  @Column('text')
  description!: string;

  /** The reporter says so; a moderator decides about it. */
  @Column('boolean', { name: 'concerns_sexual_images' })
  concernsSexualImages!: boolean;

  /** It is null when none was given, the account was deleted, or the case was closed long ago. */
  @Column('text', { nullable: true })
  email!: string | null;

  @Column('uuid', { name: 'account_id', nullable: true })
  accountId!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}

/** A step is a change of a case, or a further report of its page. */
@Entity('case_steps')
export class CaseStep {
  /** It orders the steps of a case. */
  @PrimaryColumn('bigint', { generated: 'identity' })
  seq!: string;

  @Column('uuid', { name: 'case_id' })
  caseId!: string;

  /** It is the state after the step. */
  @Column('text')
  state!: CaseState;

  @Column('text')
  actor!: CaseActor;

  @Column('uuid', { name: 'actor_id', nullable: true })
  actorId!: string | null;

  @Column('text', { nullable: true })
  reason!: string | null;

  /** Only a reporter's step has it. */
  @Column('uuid', { name: 'report_id', nullable: true })
  reportId!: string | null;

  @Column('timestamptz')
  at!: Date;
}

/** Its secret opens a case page. */
@Entity('case_links')
export class CaseLink {
  /** It is the SHA-256 in base64url. */
  @PrimaryColumn('text', { name: 'token_hash' })
  tokenHash!: string;

  @Column('uuid', { name: 'case_id' })
  caseId!: string;

  /** It names the reporter whose view the link opens; null for the owner. */
  @Column('uuid', { name: 'report_id', nullable: true })
  reportId!: string | null;

  /** This mail has the link, if any. */
  @Column('uuid', { name: 'mail_id', nullable: true, unique: true })
  mailId!: string | null;

  /** A mailed link of a reporter was first opened then. */
  @Column('timestamptz', { name: 'opened_at', nullable: true })
  openedAt!: Date | null;
}

/** This mail is about a step; the feedback service sends it. */
@Entity('case_mails')
export class CaseMail {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'case_id' })
  caseId!: string;

  @Column('bigint', { name: 'step_seq' })
  stepSeq!: string;

  /** It names the recipient's report; null for the owner. */
  @Column('uuid', { name: 'report_id', nullable: true })
  reportId!: string | null;

  /** The text was sent with this mail, which is this one or another to the same recipient; null until then. */
  @Column('uuid', { name: 'sent_with', nullable: true })
  sentWith!: string | null;
}
