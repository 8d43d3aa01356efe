import { useState } from 'react';
import { useSelector } from 'react-redux';
import { selectAccount, selectEndedSession, type Account } from '../../api/account.js';

/** Whoever owns something here: signed in, as far as they can be. */
export type Owner = Extract<Account, { kind: 'temporary' | 'registered' }>;

interface OwnerHere {
  /** Absent when nobody is signed in who could come back. */
  owner?: Owner;
  /** What happened, while the owner's session has ended unasked and they may log in again over what they typed. */
  ended?: string;
  /** The owner does not come back. */
  leave: () => void;
}

/** Whose screen this is. It stays theirs when their session ends, until somebody is signed in or they leave. */
export function useOwner(): OwnerHere {
  const account = useSelector(selectAccount);
  const ended = useSelector(selectEndedSession);
  const [last, setLast] = useState<Owner>();
  const leave = () => setLast(undefined);
  if (isOwner(account)) {
    if (account !== last) setLast(account);
    return { owner: account, leave };
  }
  const comesBack = last?.kind === 'registered' && last.id === ended?.accountId;
  return comesBack ? { owner: last, ended: ended.text, leave } : { leave };
}

function isOwner(account: Account): account is Owner {
  return account.kind === 'temporary' || account.kind === 'registered';
}
