import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How many rows are marked active, kept as a total and the differences since it was last folded: writers add a row
 * each and never wait for one another, readers add up the few that are there.
 */
export class CountSites1795200001005 implements MigrationInterface {
  readonly name = 'CountSites1795200001005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE active_site_total (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        total    bigint NOT NULL
      )
    `);
    await runner.query('CREATE TABLE active_site_deltas (delta integer NOT NULL)');
    await runner.query('INSERT INTO active_site_total (total) SELECT count(*) FROM sites WHERE is_active');
    await runner.query(`
      CREATE FUNCTION count_active_sites() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE difference integer := 0;
      BEGIN
        IF TG_OP = 'TRUNCATE' THEN
          DELETE FROM active_site_deltas;
          UPDATE active_site_total SET total = 0;
          RETURN NULL;
        END IF;
        IF TG_OP <> 'DELETE' THEN
          SELECT count(*) INTO difference FROM new_rows WHERE is_active;
        END IF;
        IF TG_OP <> 'INSERT' THEN
          SELECT difference - count(*) INTO difference FROM old_rows WHERE is_active;
        END IF;
        IF difference <> 0 THEN
          INSERT INTO active_site_deltas VALUES (difference);
        END IF;
        RETURN NULL;
      END $$
    `);
    for (const [event, rows] of [
      ['INSERT', 'REFERENCING NEW TABLE AS new_rows'],
      ['UPDATE', 'REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows'],
      ['DELETE', 'REFERENCING OLD TABLE AS old_rows'],
      ['TRUNCATE', ''],
    ]) {
      await runner.query(`
        CREATE TRIGGER count_on_${event} AFTER ${event} ON sites ${rows}
        FOR EACH STATEMENT EXECUTE FUNCTION count_active_sites()
      `);
    }
    // What was marked inactive waits here to be purged.
    await runner.query('CREATE INDEX sites_purge_idx ON sites (expires_at) WHERE NOT is_active');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX sites_purge_idx');
    for (const event of ['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) {
      await runner.query(`DROP TRIGGER count_on_${event} ON sites`);
    }
    await runner.query('DROP FUNCTION count_active_sites');
    await runner.query('DROP TABLE active_site_deltas, active_site_total');
  }
}
