import { useState } from 'react';
import { useAccount } from '../../session/session-slice.js';
import { useSignOutMutation } from '../../api/api.js';

/** Signs out; from a temporary account only after a warning, because nobody can log in to it again. */
export function useSignOut() {
  const account = useAccount();
  const [signOut, { isLoading }] = useSignOutMutation();
  const [warning, setWarning] = useState(false);

  const confirm = async () => {
    await signOut();
    setWarning(false);
  };
  return {
    warning,
    working: isLoading,
    ask: () => {
      if (account.kind === 'temporary') setWarning(true);
      else void confirm();
    },
    confirm,
    cancel: () => setWarning(false),
  };
}
