import type { ReportEntry as EntryAnswer, ReportState, ReportSummary } from '@haru/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('reports')
export class Report {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  type!: Exclude<ReportSummary['type'], 'quick_like'>;

  @Column('text')
  title!: string;

  @Column('text')
  description!: string;

  /** The answer goes to this address; null: none was given, or the account was deleted. */
  @Column('text', { nullable: true })
  email!: string | null;

  @Column('uuid', { name: 'account_id', nullable: true })
  accountId!: string | null;

  @Column('text', { nullable: true })
  page!: string | null;

  @Column('text', { name: 'user_agent', nullable: true })
  userAgent!: string | null;

  @Column('text', { default: 'new' })
  state!: ReportState;

  /** This digest for the operators lists the report. */
  @Column('uuid', { name: 'digest_id', nullable: true })
  digestId!: string | null;

  /** The time has whole milliseconds, because lists continue from the time of their last row. */
  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  /** This is the SHA-256 of a refused page, in hex. */
  @Column('text', { name: 'content_hash', nullable: true })
  contentHash!: string | null;

  /** Staff read the page here until they have decided, at most 30 days. */
  @Column('text', { name: 'refused_page', nullable: true })
  refusedPage!: string | null;
}

/** An entry is a note about a report, or an answer to it. */
@Entity('report_entries')
export class ReportEntry {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'report_id' })
  reportId!: string;

  @Column('text')
  kind!: EntryAnswer['kind'];

  @Column('text')
  text!: string;

  /** This account wrote it; null: the service key. */
  @Column('uuid', { name: 'author_id', nullable: true })
  authorId!: string | null;

  @Column('uuid', { name: 'mail_request_id', nullable: true, unique: true })
  mailRequestId!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
