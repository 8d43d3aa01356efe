import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An entry records what a person with a role, the service key or the command line did. Rows are only added. */
@Entity('audit_log')
export class AuditEntry {
  /** The column is a bigint, which the driver reads as text. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: string;

  @Column('timestamptz')
  at!: Date;

  /** Null stands for the service key or the command line. */
  @Column('uuid', { name: 'actor_id', nullable: true })
  actorId!: string | null;

  /** The address is copied, because accounts are renamed and deleted. */
  @Column('text', { name: 'actor_email', nullable: true })
  actorEmail!: string | null;

  @Column('text')
  action!: string;

  @Column('text', { name: 'subject_kind' })
  subjectKind!: string;

  @Column('text', { name: 'subject_id' })
  subjectId!: string;

  @Column('text', { nullable: true })
  reason!: string | null;

  @Column('jsonb', { default: {} })
  details!: object;
}
