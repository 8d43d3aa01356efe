import { type TokenHandler, type TokenizerOptions, LinearTokenizer } from '@haru/page-html';
import type { CpuBudget } from '../cpu-budget.js';

/** Checks the budget within a tag, too: a page may be one tag with 150,000 attributes. */
export class BudgetedTokenizer extends LinearTokenizer {
  constructor(
    private readonly budget: CpuBudget,
    options: TokenizerOptions,
    handler: TokenHandler,
  ) {
    super(options, handler);
  }

  /** @throws BudgetExceededError */
  protected override _leaveAttrName(): void {
    this.budget.spend(0);
    super._leaveAttrName();
  }
}
