import { idOf } from '../account.js';
import type { SessionManager } from '../session-manager.js';

export interface Arriving {
  id: string;
  email?: string | undefined;
}

export type AccountSwitch = ReturnType<typeof createAccountSwitch>;

/**
 * Asks before a link changes the account. The link may come from a stranger, whose account the visitor would then use. A
 * temporary account is lost when its owner leaves it. `show` shows the question; `answer` ends it.
 */
export function createAccountSwitch(
  session: Pick<SessionManager, 'account' | 'prepareHandOver'>,
  show: (arriving: Arriving | undefined) => void,
) {
  let settle: (answer: { agreed: boolean; handsOver: boolean }) => void = () => undefined;
  return {
    /** Without `arriving` this browser requested the link itself: only an account that is signed in is asked about. */
    async confirm(arriving?: Arriving): Promise<boolean> {
      if (idOf(await session.account()) === arriving?.id) return true;
      // The screen shows one question: an earlier open one counts as refused.
      settle({ agreed: false, handsOver: false });
      const { agreed, handsOver } = await new Promise<Parameters<typeof settle>[0]>((resolve) => {
        settle = resolve;
        show(arriving);
      });
      if (agreed && handsOver) await session.prepareHandOver(arriving?.email);
      return agreed;
    },
    /** @param handsOver the pages of the temporary account here move to the account that signs in */
    answer: (agreed: boolean, handsOver: boolean): void => settle({ agreed, handsOver }),
  };
}
