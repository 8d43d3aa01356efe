/** Reading the clock takes a microsecond, so it is read once for this many characters. */
const CHARACTERS_PER_LOOK = 8_192;
/** The shortest token costs as much as this many characters. */
const TOKEN_COST = 32;

/** It counts the worker's own thread, so that other processes do not use up a page's budget. */
export class CpuBudget {
  private readonly usedBefore = process.threadCpuUsage();
  private sinceLook = 0;

  constructor(private readonly limitMs: number) {}

  /** @throws BudgetExceededError */
  spend(characters: number): void {
    this.sinceLook += characters + TOKEN_COST;
    if (this.sinceLook < CHARACTERS_PER_LOOK) return;
    this.sinceLook = 0;
    const { user, system } = process.threadCpuUsage(this.usedBefore);
    if (user + system > 1_000 * this.limitMs) throw new BudgetExceededError();
  }
}

class BudgetExceededError extends Error {}

/** @returns whether the work was done before its budget ended it */
export function isWithinBudget(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof BudgetExceededError) return false;
    throw error;
  }
}
