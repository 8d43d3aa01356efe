import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A path that was given up and is kept for its former owner. */
@Entity('reserved_paths')
export class ReservedPath {
  @PrimaryColumn('text')
  path!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  /** `infinity` where pages have origins of their own. */
  @Column('timestamptz', { name: 'reserved_until' })
  reservedUntil!: Date;
}
