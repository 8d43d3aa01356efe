import { GroupCommit, isRefusedByDatabase } from '@haru/database';

/** The pages of one statement have at most this many bytes. A larger page is written alone. */
const GROUP_MAX_BYTES = 256 * 1024;
/**
 * Small pages queue for the next statement while one is in flight. Two would wait for each other in Postgres where one
 * account has pages in both, and 1,000 publishes a second cost a tenth more in smaller groups.
 */
const GROUP_CONCURRENCY = 1;
/** A large page takes Postgres tens of milliseconds, so small ones do not wait for it. */
const LARGE_CONCURRENCY = 2;

export class PageGroups<Item, Result> {
  private readonly small = this.newGroupCommit(GROUP_CONCURRENCY);
  private readonly large = this.newGroupCommit(LARGE_CONCURRENCY);

  constructor(
    private readonly bytesOf: (item: Item) => number,
    private readonly commit: (items: readonly Item[]) => Promise<readonly Result[]>,
  ) {}

  add(item: Item): Promise<Result> {
    return (this.bytesOf(item) > GROUP_MAX_BYTES ? this.large : this.small).add(item);
  }

  private newGroupCommit(concurrency: number): GroupCommit<Item, Result> {
    return new GroupCommit({
      commit: (items) => this.commit(items),
      isRefusal: isRefusedByDatabase,
      sizeOf: (item) => this.bytesOf(item),
      maxSize: GROUP_MAX_BYTES,
      concurrency,
    });
  }
}
