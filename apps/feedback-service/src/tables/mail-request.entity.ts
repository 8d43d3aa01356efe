import { Column, Entity, PrimaryColumn } from 'typeorm';

export const mailKinds = ['digest', 'answer', 'case'] as const;

/** A mail is the operators' digest of reports, an answer to a report, or about a case of the sites service. */
@Entity('mail_requests')
export class MailRequest {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  kind!: (typeof mailKinds)[number];

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  /** The digest took its reports then; later ones go into the next. An answer that has it is not counted again. */
  @Column('timestamptz', { name: 'composed_at', nullable: true })
  composedAt!: Date | null;

  /** The outcome is null until the mail is settled. */
  @Column('text', { nullable: true })
  outcome!: 'sent' | 'void' | 'refused' | 'failed' | null;

  @Column('timestamptz', { name: 'settled_at', nullable: true })
  settledAt!: Date | null;
}
