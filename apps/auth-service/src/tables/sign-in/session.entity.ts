import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A session's owner proved who they are in this way; `amr` lists the newest first. */
interface AuthenticationMethod {
  method: string;
  /** The time is in Unix seconds. */
  timestamp: number;
}

export type AssuranceLevel = 'aal1' | 'aal2';

/** A session is one signed-in device. Signing out deletes the row. */
@Entity('sessions')
export class Session {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  /** Counts the refreshes; the active refresh token carries the same number. */
  @Column('integer', { name: 'refresh_counter' })
  refreshCounter!: number;

  /** Refresh tokens with a lower number are invalid: they were made before the session was raised to aal2. */
  @Column('integer', { name: 'refresh_floor' })
  refreshFloor!: number;

  @Column('timestamptz', { name: 'refreshed_at' })
  refreshedAt!: Date;

  @Column('text')
  aal!: AssuranceLevel;

  /** This factor raised the session to aal2. */
  @Column('uuid', { name: 'factor_id', nullable: true })
  factorId!: string | null;

  @Column('jsonb')
  amr!: AuthenticationMethod[];

  /** The device sent this when the session was opened or last refreshed. */
  @Column('text', { name: 'user_agent', nullable: true })
  userAgent!: string | null;

  /** The session was opened or last refreshed from this /24 or /48. */
  @Column('text', { nullable: true })
  network!: string | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}
