import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/** What the page keeps with its entry in the browser's history, so that a reload finds it again. */
interface Kept {
  token?: string;
  used?: boolean;
}

export interface MailToken extends Kept {
  /** The token has done what it can do, or never will. */
  markUsed: () => void;
}

/** Takes the token of a mail link out of the address at once: nobody copies, bookmarks or shows it by accident. */
export function useMailToken(type: 'signup' | 'recovery'): MailToken {
  const [query] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const given = query.get('type') === type ? query.get('token') : null;
  const [arrived] = useState<Kept>(() => (given ? { token: given } : keptIn(location.state)));

  const keep = (kept: Kept) => void navigate(location.pathname, { replace: true, state: kept });
  const cleanAddress = useEffectEvent(() => {
    if (given) keep(arrived);
  });
  useEffect(() => cleanAddress(), []);
  return { ...arrived, markUsed: () => keep({ used: true }) };
}

function keptIn(state: unknown): Kept {
  if (typeof state !== 'object' || state === null) return {};
  const { token, used } = state as Record<keyof Kept, unknown>;
  return { ...(typeof token === 'string' ? { token } : {}), used: used === true };
}
