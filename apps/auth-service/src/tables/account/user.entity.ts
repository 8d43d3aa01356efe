import type { AdminRole } from '@haru/contracts';
import { Column, CreateDateColumn, Entity, type ObjectLiteral, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** An account is temporary or registered. */
@Entity('users')
export class User {
  @PrimaryColumn('uuid')
  id!: string;

  /** The address is in lower case; it is a synthetic `.invalid` address while temporary, and null once deleted softly. */
  @Column('text', { nullable: true })
  email!: string | null;

  @Column('text', { name: 'encrypted_password', nullable: true, select: false })
  encryptedPassword!: string | null;

  @Column('boolean', { name: 'is_anonymous' })
  isAnonymous!: boolean;

  /** An unconfirmed sign-up created the account: password and metadata are those of the first sign-up with the address. */
  @Column('boolean', { name: 'is_claim' })
  isClaim!: boolean;

  /** The account's owner sets it; every access token contains it. */
  @Column('jsonb', { name: 'user_metadata' })
  userMetadata!: ObjectLiteral;

  /** The system sets it; every access token contains it. */
  @Column('jsonb', { name: 'app_metadata' })
  appMetadata!: ObjectLiteral;

  /** This is the role of a person who runs the product. Only `StaffActs` sets it. */
  @Column('text', { name: 'haru_role', nullable: true })
  haruRole!: AdminRole | null;

  @Column('timestamptz', { name: 'email_confirmed_at', nullable: true })
  emailConfirmedAt!: Date | null;

  /** The address is requested and not yet confirmed. It is never used as the account's address. */
  @Column('text', { name: 'new_email', nullable: true })
  newEmail!: string | null;

  /** This half of a change is confirmed where two addresses must confirm. */
  @Column('text', { name: 'email_change_confirmed', nullable: true })
  emailChangeConfirmed!: 'email_change_current' | 'email_change_new' | null;

  @Column('timestamptz', { name: 'confirmation_sent_at', nullable: true })
  confirmationSentAt!: Date | null;

  @Column('timestamptz', { name: 'recovery_sent_at', nullable: true })
  recoverySentAt!: Date | null;

  @Column('timestamptz', { name: 'email_change_sent_at', nullable: true })
  emailChangeSentAt!: Date | null;

  @Column('timestamptz', { name: 'reauthentication_sent_at', nullable: true })
  reauthenticationSentAt!: Date | null;

  @Column('timestamptz', { name: 'invited_at', nullable: true })
  invitedAt!: Date | null;

  /** This is the last sign-in, or the end of a temporary account's session. The clean-up of temporary accounts reads it. */
  @Column('timestamptz', { name: 'last_active_at' })
  lastActiveAt!: Date;

  @Column('timestamptz', { name: 'last_sign_in_at', nullable: true })
  lastSignInAt!: Date | null;

  @Column('timestamptz', { name: 'banned_until', nullable: true })
  bannedUntil!: Date | null;

  /** The owner sees this reason. */
  @Column('text', { name: 'ban_reason', nullable: true })
  banReason!: string | null;

  /** The owner wants mails before pages expire. */
  @Column('boolean', { name: 'expiry_mails', default: true })
  expiryMails!: boolean;

  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' })
  updatedAt!: Date;
}
