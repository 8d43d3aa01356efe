import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A signed message or ID token that has signed in, and does not a second time. */
@Entity('used_sign_in_messages')
export class UsedSignInMessage {
  /** SHA-256 of what was signed. */
  @PrimaryColumn('bytea', { name: 'message_hash' })
  messageHash!: Buffer;

  /** From then on it is refused as too old. */
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
