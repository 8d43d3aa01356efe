import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A freed path is reserved for its former owner. */
@Entity('reserved_paths')
export class ReservedPath {
  @PrimaryColumn('text')
  path!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  /** It is `infinity` when pages have origins of their own. */
  @Column('timestamptz', { name: 'reserved_until' })
  reservedUntil!: Date;
}
