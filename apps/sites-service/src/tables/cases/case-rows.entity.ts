import type { CaseActor, CaseKind, CaseState } from '@haru/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

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

  /** Null: none was given, the account was deleted, or the case has been closed for long. */
  @Column('text', { nullable: true })
  email!: string | null;

  @Column('uuid', { name: 'account_id', nullable: true })
  accountId!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}

/** A change of a case, or a further report of its page. */
@Entity('case_steps')
export class CaseStep {
  /** Of one case, in the order of the steps. */
  @PrimaryColumn('bigint', { generated: 'identity' })
  seq!: string;

  @Column('uuid', { name: 'case_id' })
  caseId!: string;

  /** After the step. */
  @Column('text')
  state!: CaseState;

  @Column('text')
  actor!: CaseActor;

  @Column('uuid', { name: 'actor_id', nullable: true })
  actorId!: string | null;

  @Column('text', { nullable: true })
  reason!: string | null;

  /** Of a reporter's step. */
  @Column('uuid', { name: 'report_id', nullable: true })
  reportId!: string | null;

  @Column('timestamptz')
  at!: Date;
}

/** A secret that opens a case page. */
@Entity('case_links')
export class CaseLink {
  /** SHA-256, base64url. */
  @PrimaryColumn('text', { name: 'token_hash' })
  tokenHash!: string;

  @Column('uuid', { name: 'case_id' })
  caseId!: string;

  /** Whose page it is; null: the owner's. */
  @Column('uuid', { name: 'report_id', nullable: true })
  reportId!: string | null;

  /** The mail that has it, if any. */
  @Column('uuid', { name: 'mail_id', nullable: true, unique: true })
  mailId!: string | null;

  /** Of a link that a reporter was mailed: when it was first opened. */
  @Column('timestamptz', { name: 'opened_at', nullable: true })
  openedAt!: Date | null;
}

/** A mail about a step; the feedback service sends it. */
@Entity('case_mails')
export class CaseMail {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'case_id' })
  caseId!: string;

  @Column('bigint', { name: 'step_seq' })
  stepSeq!: string;

  /** Whom it goes to; null: the owner. */
  @Column('uuid', { name: 'report_id', nullable: true })
  reportId!: string | null;

  /** The mail that says it, which is this one or another to the same recipient; null: none so far. */
  @Column('uuid', { name: 'sent_with', nullable: true })
  sentWith!: string | null;
}
