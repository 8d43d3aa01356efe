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

  /** What the person says about themselves; goes into every access token. */
  @Column('jsonb', { name: 'user_metadata' })
  userMetadata!: ObjectLiteral;

  /** What the system says about them. */
  @Column('jsonb', { name: 'app_metadata' })
  appMetadata!: ObjectLiteral;

  @Column('timestamptz', { name: 'email_confirmed_at', nullable: true })
  emailConfirmedAt!: Date | null;

  @Column('timestamptz', { name: 'last_sign_in_at', nullable: true })
  lastSignInAt!: Date | null;

  @Column('timestamptz', { name: 'banned_until', nullable: true })
  bannedUntil!: Date | null;

  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' })
  updatedAt!: Date;
}
