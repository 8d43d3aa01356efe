import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A signed message or ID token that has been used is refused a second time. */
@Entity('used_sign_in_messages')
export class UsedSignInMessage {
  /** This is the SHA-256 of what was signed. */
  @PrimaryColumn('bytea', { name: 'message_hash' })
  messageHash!: Buffer;

  /** After this time the message is refused as expired. */
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
