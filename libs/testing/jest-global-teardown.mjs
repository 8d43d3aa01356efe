export default async function tearDown() {
  // `afterTests` registered these.
  for (const end of globalThis.haruAfterTests ?? []) await end();
  await globalThis.haruStopTestPostgres?.();
}
