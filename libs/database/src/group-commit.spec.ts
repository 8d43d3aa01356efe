import { describe, expect, it } from '@jest/globals';
import { GroupCommit } from './group-commit.js';

class Refusal extends Error {}

/** The test ends these commits and sees what each was given. */
function commitsByHand() {
  const groups: number[][] = [];
  const ends: ((error?: Error) => void)[] = [];
  const commit = (items: readonly number[]): Promise<number[]> => {
    groups.push([...items]);
    return new Promise((resolve, reject) => {
      ends.push((error) => (error ? reject(error) : resolve(items.map((item) => item * 10))));
    });
  };
  const together = new GroupCommit<number, number>({
    commit,
    isRefusal: (error) => error instanceof Refusal,
    sizeOf: (item) => item,
    maxSize: 1_000,
    concurrency: 1,
  });
  return { groups, ends, add: (...items: number[]) => items.map((item) => together.add(item)) };
}

/** Lets everything run that is due. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('GroupCommit', () => {
  it('writes an item that comes alone immediately', async () => {
    const { groups, ends, add } = commitsByHand();
    const [result] = add(1);
    await settle();
    expect(groups).toEqual([[1]]);
    ends[0]?.();
    await expect(result).resolves.toBe(10);
  });

  it('writes together who comes meanwhile, in powers of two, and gives each its own result', async () => {
    const { groups, ends, add } = commitsByHand();
    const results = add(1);
    await settle();
    results.push(...add(2, 3, 4, 5, 6));
    for (const turn of [0, 1, 2]) {
      await settle();
      ends[turn]?.();
    }
    await expect(Promise.all(results)).resolves.toEqual([10, 20, 30, 40, 50, 60]);
    expect(groups).toEqual([[1], [2, 3, 4, 5], [6]]);
  });

  it('keeps to the size, and lets what is larger go alone', async () => {
    const { groups, ends, add } = commitsByHand();
    const results = add(600, 400, 1, 5_000);
    for (const turn of [0, 1, 2]) {
      await settle();
      ends[turn]?.();
    }
    await Promise.all(results);
    expect(groups).toEqual([[600, 400], [1], [5_000]]);
  });

  it('tries each by itself when one of them was refused', async () => {
    const { groups, ends, add } = commitsByHand();
    const results = Promise.allSettled(add(1, 2));
    await settle();
    ends[0]?.(new Refusal());
    await settle();
    ends[1]?.(new Refusal('that one'));
    ends[2]?.();
    expect(await results).toEqual([
      { status: 'rejected', reason: new Refusal('that one') },
      { status: 'fulfilled', value: 20 },
    ]);
    expect(groups).toEqual([[1, 2], [1], [2]]);
  });

  it('rejects all when it is unknown what was written', async () => {
    const { groups, ends, add } = commitsByHand();
    const results = Promise.allSettled(add(1, 2));
    await settle();
    ends[0]?.(new Error('the connection broke'));
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(groups).toHaveLength(1);
  });

  it('goes on after a failure', async () => {
    const { ends, add } = commitsByHand();
    const [failed] = add(1);
    await settle();
    ends[0]?.(new Error('the connection broke'));
    await expect(failed).rejects.toThrow('broke');
    const [next] = add(2);
    await settle();
    ends[1]?.();
    await expect(next).resolves.toBe(20);
  });
});
