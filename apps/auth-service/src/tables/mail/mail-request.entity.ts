import type { MailKind } from '@haru/contracts';
import { Column, Entity, type ObjectLiteral, PrimaryColumn } from 'typeorm';

/**
 * A claim is what one sign-up requested. It belongs to the mail of that sign-up and counts only if that mail is
 * confirmed: another sign-up with the same address may come from another person.
 */
export interface Claim {
  /** The hash is in PHC form, the same for the same password at the same address; null where none was chosen. */
  passwordHash: string | null;
  userMetadata: ObjectLiteral;
  /** The time is in ISO 8601. A mail that is sent once more keeps it. */
  askedAt: string;
}

/** If the account of a mail request does not exist, nothing is sent. */
@Entity('mail_requests')
export class MailRequest {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text')
  kind!: MailKind;

  /** The mail goes to this address, and the token is for it. It is in lower case. */
  @Column('text')
  address!: string;

  /** The link leads here; null: to the product's own page. It is checked against the allow list before it is stored. */
  @Column('text', { name: 'redirect_to', nullable: true })
  redirectTo!: string | null;

  @Column('uuid', { name: 'flow_state_id', nullable: true })
  flowStateId!: string | null;

  /** A mail that confirms a sign-up holds what that sign-up requested. */
  @Column('jsonb', { nullable: true })
  claim!: Claim | null;

  /** The mail's text has these, as its request gave them. */
  @Column('jsonb', { nullable: true })
  details!: ObjectLiteral | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  /** The outcome is null until the mail is settled. */
  @Column('text', { nullable: true })
  outcome!: 'sent' | 'void' | 'refused' | 'failed' | null;

  @Column('timestamptz', { name: 'settled_at', nullable: true })
  settledAt!: Date | null;
}
