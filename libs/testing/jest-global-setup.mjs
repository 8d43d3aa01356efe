/** Starts the Postgres that this Jest run's projects share, unless the environment already names one. */
// The hook is loaded by its address: an import in the project graph would make a cycle, because tools use the libs.
const hook = new URL('../../tools/register-typescript.mjs', import.meta.url);
await import(hook.href);

const { startTestPostgres, TEST_POSTGRES_VARIABLE } = await import('./src/servers/test-postgres.ts');

export default async function setUp() {
  if (process.env[TEST_POSTGRES_VARIABLE]) return;
  const postgres = await startTestPostgres();
  process.env[TEST_POSTGRES_VARIABLE] = postgres.url;
  globalThis.haruStopTestPostgres = async () => {
    delete process.env[TEST_POSTGRES_VARIABLE];
    await postgres.stop();
  };
}
