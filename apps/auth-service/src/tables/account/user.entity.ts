import type { AdminRole } from '@haru/contracts';
import { Column, CreateDateColumn, Entity, type ObjectLiteral, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** An account, temporary or registered. */
@Entity('users')
export class User {
  @PrimaryColumn('uuid')
  id!: string;

  /** Lower case; a synthetic `.invalid` address while temporary; null once deleted softly. */
  @Column('text', { nullable: true })
  email!: string | null;

  @Column('text', { name: 'encrypted_password', nullable: true, select: false })
  encryptedPassword!: string | null;

  @Column('boolean', { name: 'is_anonymous' })
  isAnonymous!: boolean;

  /** Created by an unconfirmed sign-up: password and metadata are those of the first sign-up with the address. */
  @Column('boolean', { name: 'is_claim' })
  isClaim!: boolean;

  /** Set by the account's owner; part of every access token. */
  @Column('jsonb', { name: 'user_metadata' })
  userMetadata!: ObjectLiteral;

  /** Set by the system; part of every access token. */
  @Column('jsonb', { name: 'app_metadata' })
  appMetadata!: ObjectLiteral;

  /** Role of a person who runs the product. Only `StaffActs` sets it. */
  @Column('text', { name: 'haru_role', nullable: true })
  haruRole!: AdminRole | null;

  @Column('timestamptz', { name: 'email_confirmed_at', nullable: true })
  emailConfirmedAt!: Date | null;

  /** Requested and not yet confirmed. Never used as the account's address. */
  @Column('text', { name: 'new_email', nullable: true })
  newEmail!: string | null;

  /** The confirmed half of a change that two addresses must confirm. */
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

  /** Last sign-in, or the end of a temporary account's session; its clean-up goes by this and by when sessions were refreshed. */
  @Column('timestamptz', { name: 'last_active_at' })
  lastActiveAt!: Date;

  @Column('timestamptz', { name: 'last_sign_in_at', nullable: true })
  lastSignInAt!: Date | null;

  @Column('timestamptz', { name: 'banned_until', nullable: true })
  bannedUntil!: Date | null;

  /** Reason of the ban, as the owner sees it. */
  @Column('text', { name: 'ban_reason', nullable: true })
  banReason!: string | null;

  /** Wants mails before pages expire. */
  @Column('boolean', { name: 'expiry_mails', default: true })
  expiryMails!: boolean;

  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' })
  updatedAt!: Date;
}
