import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pages that were stopped, accounts that are banned, and how much was published in each hour. */
export class StopSites1795200001006 implements MigrationInterface {
  readonly name = 'StopSites1795200001006';

  async up(runner: QueryRunner): Promise<void> {
    // A stopped page is not active, so whatever counts, sweeps or lists active pages leaves it out.
    await runner.query(`
      ALTER TABLE sites
        ADD COLUMN stopped_at     timestamptz,
        ADD COLUMN stopped_reason text,
        ADD COLUMN stopped_source text,
        ADD CONSTRAINT sites_stop_check CHECK (
          (stopped_at IS NULL AND stopped_reason IS NULL AND stopped_source IS NULL)
          OR (stopped_at IS NOT NULL AND stopped_reason IS NOT NULL AND stopped_source IS NOT NULL AND NOT is_active)
        )
    `);
    await runner.query(`
      CREATE TABLE banned_accounts (
        user_id   uuid PRIMARY KEY,
        reason    text NOT NULL,
        banned_at timestamptz NOT NULL
      )
    `);
    // For searching everybody's sites, newest first.
    await runner.query('CREATE INDEX sites_created_at_idx ON sites (created_at DESC, id DESC)');
    await runner.query(
      'CREATE INDEX sites_stopped_idx ON sites (created_at DESC, id DESC) WHERE stopped_at IS NOT NULL',
    );
    // As active sites are counted: writers add a row each and never wait for one another.
    await runner.query('CREATE TABLE publishes_per_hour (hour timestamptz PRIMARY KEY, count integer NOT NULL)');
    await runner.query('CREATE TABLE publish_deltas (hour timestamptz NOT NULL, count integer NOT NULL)');
    await runner.query(`
      CREATE FUNCTION count_publishes() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO publish_deltas SELECT date_trunc('hour', created_at, 'UTC'), count(*) FROM new_rows GROUP BY 1;
        RETURN NULL;
      END $$
    `);
    await runner.query(`
      CREATE TRIGGER count_publishes_on_insert AFTER INSERT ON sites REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION count_publishes()
    `);
    await runner.query(`
      INSERT INTO publishes_per_hour SELECT date_trunc('hour', created_at, 'UTC'), count(*) FROM sites GROUP BY 1
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER count_publishes_on_insert ON sites');
    await runner.query('DROP FUNCTION count_publishes');
    await runner.query('DROP TABLE publish_deltas, publishes_per_hour, banned_accounts');
    await runner.query('DROP INDEX sites_created_at_idx');
    await runner.query(
      'ALTER TABLE sites DROP COLUMN stopped_at, DROP COLUMN stopped_reason, DROP COLUMN stopped_source',
    );
  }
}
