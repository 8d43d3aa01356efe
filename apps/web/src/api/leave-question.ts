import type { SessionKeeper } from './session.js';

/** Asks people with a temporary account before another account takes its place: nobody can come back to it. */
export interface LeaveQuestion {
  /**
   * Whether the session may be replaced; at once where no temporary account is here.
   * @param arriving the id of the account that would take the place, where it is known
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
      if (account.kind !== 'temporary' || account.id === arriving) return true;
      return new Promise((resolve) => {
        settle = resolve;
        show();
      });
    },
    answer: (leave) => settle(leave),
  };
}
