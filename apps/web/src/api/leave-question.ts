import type { SessionKeeper } from './session.js';

/**
 * Asks before another account takes the place of the one here: nobody can come back to a temporary one, and whoever
 * is registered would go on, unaware, in the account of a stranger who sent the link.
 */
export interface LeaveQuestion {
  /**
   * Whether the session may be replaced; at once where nobody would be left.
   * @param arriving the id of the account that would take the place; a registered one is asked only where it is known
   */
  mayReplace(arriving?: string): Promise<boolean>;
  /** What the person chose. */
  answer(leave: boolean): void;
}

/** `show` puts the question on the screen; {@link LeaveQuestion.answer} ends it. */
export function createLeaveQuestion(session: Pick<SessionKeeper, 'account'>, show: () => void): LeaveQuestion {
  let settle: (leave: boolean) => void = () => undefined;
  return {
    async mayReplace(arriving) {
      const account = await session.account();
      const asks = account.kind === 'temporary' || (account.kind === 'registered' && arriving !== undefined);
      if (!asks || account.id === arriving) return true;
      return new Promise((resolve) => {
        settle = resolve;
        show();
      });
    },
    answer: (leave) => settle(leave),
  };
}
