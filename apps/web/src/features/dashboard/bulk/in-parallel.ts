/** Calls `work` for each item, at most `concurrency` at a time. Results are in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => PromiseLike<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const workers = Array.from({ length: Math.min(concurrency, items.length) }, async () => {
    for (const [place, item] of queue) results[place] = await work(item);
  });
  await Promise.all(workers);
  return results;
}

/** Splits the items into groups of at most `size`. */
export function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_none, place) =>
    items.slice(place * size, (place + 1) * size),
  );
}
