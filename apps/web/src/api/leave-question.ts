import { idOf } from './account.js';
import type { SessionKeeper } from './session.js';

/** Whose session a link brought. */
export interface Arriving {
  id: string;
  email?: string | undefined;
}

/**
 * Asks before a link signs in to an account. Links come from strangers too: a visitor would go on, unaware, in the
 * stranger's account, whoever is registered would leave their own for it, and nobody can come back to a temporary one.
 */
export interface LeaveQuestion {
  /**
   * Whether the session here may give way to that of `arriving`; without a question where it is the same account.
   * Without `arriving` this browser asked for the link itself, so that only an account signed in here is asked about.
   */
  confirmAccountSwitch(arriving?: Arriving): Promise<boolean>;
  /** What the person chose. */
  answer(leave: boolean): void;
}

/** `show` puts the question on the screen; {@link LeaveQuestion.answer} ends it. */
export function createLeaveQuestion(
  session: Pick<SessionKeeper, 'account'>,
  show: (arriving: Arriving | undefined) => void,
): LeaveQuestion {
  let settle: (leave: boolean) => void = () => undefined;
  return {
    async confirmAccountSwitch(arriving) {
      if (idOf(await session.account()) === arriving?.id) return true;
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
