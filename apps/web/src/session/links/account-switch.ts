import { idOf } from '../account.js';
import type { SessionManager } from '../session-manager.js';

/** Whose session a link brought. */
export interface Arriving {
  id: string;
  email?: string | undefined;
}

/**
 * Asks before a link signs in to an account. A link may come from a stranger: without a question a visitor would
 * unknowingly use the stranger's account, and a signed-in person would leave their own. A temporary account left this way
 * is lost.
 */
export interface AccountSwitch {
  /**
   * Whether the session here may give way to that of `arriving`; without a question where it is the same account.
   * Without `arriving` this browser asked for the link itself, so that only an account signed in here is asked about.
   */
  confirm(arriving?: Arriving): Promise<boolean>;
  /** What the person chose; `handsOver`: the pages of the temporary account here move to the account that signs in. */
  answer(agreed: boolean, handsOver?: boolean): void;
}

/** `show` puts the question on the screen; {@link AccountSwitch.answer} ends it. */
export function createAccountSwitch(
  session: Pick<SessionManager, 'account' | 'prepareHandOver'>,
  show: (arriving: Arriving | undefined) => void,
): AccountSwitch {
  let settle: (answer: { agreed: boolean; handsOver: boolean }) => void = () => undefined;
  return {
    async confirm(arriving) {
      if (idOf(await session.account()) === arriving?.id) return true;
      // The screen shows one question: an earlier one that is still open counts as refused.
      settle({ agreed: false, handsOver: false });
      const { agreed, handsOver } = await new Promise<Parameters<typeof settle>[0]>((resolve) => {
        settle = resolve;
        show(arriving);
      });
      if (agreed && handsOver) await session.prepareHandOver(arriving?.email);
      return agreed;
    },
    answer: (agreed, handsOver = false) => settle({ agreed, handsOver }),
  };
}
