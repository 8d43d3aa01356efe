import type { SessionKeeper } from './session.js';

/** Who would take the place of whoever is signed in, as far as the link tells. */
export interface Arriving {
  id?: string | undefined;
  email?: string | undefined;
}

/**
 * Asks before another account takes the place of the one here: nobody can come back to a temporary one, and whoever
 * is registered would go on, unaware, in the account of a stranger who sent the link.
 */
export interface LeaveQuestion {
  /** Whether the session may be replaced; at once where nobody would be left, or only by their own next session. */
  mayReplace(arriving?: Arriving): Promise<boolean>;
  /** What the person chose. */
  answer(leave: boolean): void;
}

/** `show` puts the question on the screen; {@link LeaveQuestion.answer} ends it. */
export function createLeaveQuestion(
  session: Pick<SessionKeeper, 'account'>,
  show: (arriving: Arriving) => void,
): LeaveQuestion {
  let settle: (leave: boolean) => void = () => undefined;
  return {
    async mayReplace(arriving = {}) {
      const account = await session.account();
      if (!('id' in account) || account.id === arriving.id) return true;
      // The screen holds one question: who waits for an earlier one stays.
      settle(false);
      return new Promise((resolve) => {
        settle = resolve;
        show(arriving);
      });
    },
    answer: (leave) => settle(leave),
  };
}
