import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** One way a session's owner proved who they are; newest first in `amr`. */
export interface AuthenticationMethod {
  method: string;
  /** Unix seconds. */
  timestamp: number;
}

export type AssuranceLevel = 'aal1' | 'aal2';

/** One signed-in device. Signing out deletes the row. */
@Entity('sessions')
export class Session {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  /** How often it was refreshed; the active refresh token carries the same number. */
  @Column('integer', { name: 'refresh_counter' })
  refreshCounter!: number;

  /** Refresh tokens with a lower number are invalid: those from before the session was raised to aal2. */
  @Column('integer', { name: 'refresh_floor' })
  refreshFloor!: number;

  @Column('timestamptz', { name: 'refreshed_at' })
  refreshedAt!: Date;

  @Column('text')
  aal!: AssuranceLevel;

  /** The factor that raised it to aal2. */
  @Column('uuid', { name: 'factor_id', nullable: true })
  factorId!: string | null;

  @Column('jsonb')
  amr!: AuthenticationMethod[];

  /** As the device sent it when the session was opened or last refreshed. */
  @Column('text', { name: 'user_agent', nullable: true })
  userAgent!: string | null;

  /** The /24 or /48 of the address that it was opened or last refreshed from. */
  @Column('text', { nullable: true })
  network!: string | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}
