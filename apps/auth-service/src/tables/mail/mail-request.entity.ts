import type { MailKind } from '@haru/contracts';
import { Column, Entity, type ObjectLiteral, PrimaryColumn } from 'typeorm';

/**
 * What one sign-up asked for. It belongs to the mail of that sign-up and counts only if that mail is confirmed: an
 * earlier or later sign-up with the same address may come from another person.
 */
export interface Claim {
  /** In PHC form, the same for the same password at the same address; null where none was chosen. */
  passwordHash: string | null;
  userMetadata: ObjectLiteral;
  /** ISO 8601. A mail that is sent once more keeps it. */
  askedAt: string;
}

/** A mail to send. If its account does not exist, nothing is sent. */
@Entity('mail_requests')
export class MailRequest {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text')
  kind!: MailKind;

  /** Where it goes; the token is for this address. Lower case. */
  @Column('text')
  address!: string;

  /** Final target of the link; null: the product's own page. Checked against the allow list before it is stored. */
  @Column('text', { name: 'redirect_to', nullable: true })
  redirectTo!: string | null;

  @Column('uuid', { name: 'flow_state_id', nullable: true })
  flowStateId!: string | null;

  /** Of a mail that confirms a sign-up: what the sign-up requested. */
  @Column('jsonb', { nullable: true })
  claim!: Claim | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  /** The outcome; null until then. */
  @Column('text', { nullable: true })
  outcome!: 'sent' | 'void' | 'refused' | 'failed' | null;

  @Column('timestamptz', { name: 'settled_at', nullable: true })
  settledAt!: Date | null;
}
