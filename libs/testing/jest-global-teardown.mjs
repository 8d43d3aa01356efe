export default async function tearDown() {
  // What `afterTests` was given.
  for (const end of globalThis.haruAfterTests ?? []) await end();
  await globalThis.haruStopTestPostgres?.();
}
