import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails about cases, which the sites service asks for. */
export class AllowCaseMails1795200002030 implements MigrationInterface {
  readonly name = 'AllowCaseMails1795200002030';

  async up(runner: QueryRunner): Promise<void> {
    await setKinds(runner, ['digest', 'answer', 'case']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM mail_requests WHERE kind = 'case'`);
    await setKinds(runner, ['digest', 'answer']);
  }
}

async function setKinds(runner: QueryRunner, kinds: readonly string[]): Promise<void> {
  await runner.query(`
    ALTER TABLE mail_requests DROP CONSTRAINT mail_requests_kind_check,
      ADD CONSTRAINT mail_requests_kind_check CHECK (kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')}))
  `);
}
