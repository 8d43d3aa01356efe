import { Column, Entity, PrimaryColumn } from 'typeorm';

// Sums of sites. Triggers write the changes beside them, in tables without a key, and jobs fold the changes in.
// Postgres's bigint is a string here.

/** Bytes of HTML of one account. */
@Entity('account_storage')
export class AccountStorage {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  /** Of active pages. */
  @Column('bigint', { name: 'live_bytes' })
  liveBytes!: string;

  @Column('bigint', { name: 'stored_bytes' })
  storedBytes!: string;
}

/** Bytes of HTML of all pages, in the only row. */
@Entity('storage_total')
export class StorageTotal {
  @PrimaryColumn('boolean', { name: 'only_row', default: true })
  onlyRow!: true;

  @Column('bigint', { name: 'stored_bytes' })
  storedBytes!: string;
}

/** The number of active sites, in the only row. */
@Entity('active_site_total')
export class ActiveSiteTotal {
  @PrimaryColumn('boolean', { name: 'only_row', default: true })
  onlyRow!: true;

  @Column('bigint')
  total!: string;
}

/** How often checks of pages had an outcome on a day (UTC). */
@Entity('check_counts')
export class CheckCount {
  @PrimaryColumn('date')
  day!: string;

  @PrimaryColumn('text')
  outcome!: string;

  @Column('bigint')
  count!: string;
}
