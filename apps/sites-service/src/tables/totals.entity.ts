import { Column, Entity, PrimaryColumn } from 'typeorm';

// These are sums over sites. Triggers write the changes into tables without a key, and jobs add them to the sums.
// Postgres's bigint is a string here.

/** It has the bytes of HTML of one account. */
@Entity('account_storage')
export class AccountStorage {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  /** It counts active pages. */
  @Column('bigint', { name: 'live_bytes' })
  liveBytes!: string;

  @Column('bigint', { name: 'stored_bytes' })
  storedBytes!: string;
}

/** The only row has the bytes of HTML of all pages. */
@Entity('storage_total')
export class StorageTotal {
  @PrimaryColumn('boolean', { name: 'only_row', default: true })
  onlyRow!: true;

  @Column('bigint', { name: 'stored_bytes' })
  storedBytes!: string;
}

/** The only row has the number of active sites. */
@Entity('active_site_total')
export class ActiveSiteTotal {
  @PrimaryColumn('boolean', { name: 'only_row', default: true })
  onlyRow!: true;

  @Column('bigint')
  total!: string;
}

/** It counts how often checks of pages had an outcome on a day (UTC). */
@Entity('check_counts')
export class CheckCount {
  @PrimaryColumn('date')
  day!: string;

  @PrimaryColumn('text')
  outcome!: string;

  @Column('bigint')
  count!: string;
}
