/**
 * Joins the rows of the table with the list of storage. Both are sorted by the bytes of their keys, so memory is
 * bounded.
 * @returns each key once, with its row or stored name, or both
 */
export async function* mergeJoin<Row, Stored>(
  rows: AsyncIterable<Row>,
  storage: AsyncIterable<Stored>,
  keyOfRow: (row: Row) => string,
  keyOfStored: (stored: Stored) => string,
): AsyncGenerator<[row: Row | undefined, stored: Stored | undefined]> {
  const stored = storage[Symbol.asyncIterator]();
  const next = async () => (await stored.next()).value as Stored | undefined;
  try {
    let other = await next();
    for await (const row of rows) {
      const key = keyOfRow(row);
      for (; other !== undefined && keyOfStored(other) < key; other = await next()) yield [undefined, other];
      if (other === undefined || keyOfStored(other) !== key) yield [row, undefined];
      else {
        yield [row, other];
        other = await next();
      }
    }
    for (; other !== undefined; other = await next()) yield [undefined, other];
  } finally {
    await stored.return?.();
  }
}

/**
 * Reads rows in portions, so that memory is bounded.
 * @param read returns the next rows behind a key, sorted
 */
export async function* inPortions<Row>(
  start: string,
  read: (after: string) => Promise<Row[]>,
  keyOf: (row: Row) => string,
): AsyncGenerator<Row> {
  for (let after = start; ;) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = keyOf(last);
  }
}
