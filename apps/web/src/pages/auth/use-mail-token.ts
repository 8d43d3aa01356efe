import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { MailLinkToken } from '../../session/links/mail-link-calls.js';
import { FLOW_ID_PARAMETER } from '../../session/links/link-arrival.js';

/** The page keeps it with its entry in the browser's history, so that a reload finds it again. */
interface Kept {
  token?: string;
  flowId?: string;
  used?: boolean;
}

interface MailToken {
  link?: MailLinkToken;
  used?: boolean;
  /** Called when the token was used, or can never be used. */
  markUsed: () => void;
}

/** Removes the token from the address, so that nobody copies, bookmarks or shows it by accident. */
export function useMailToken(type: 'signup' | 'recovery'): MailToken {
  const [query] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const given = query.get('type') === type ? query.get('token') : null;
  const [arrived] = useState<Kept>(() => (given ? readLink(given, query) : keptIn(location.state)));

  const keep = (kept: Kept) => void navigate(location.pathname, { replace: true, state: kept });
  const cleanAddress = useEffectEvent(() => {
    if (given) keep(arrived);
  });
  useEffect(() => cleanAddress(), []);
  const { token, flowId, used } = arrived;
  return {
    ...(token ? { link: { tokenHash: token, flowId } } : { used: used === true }),
    markUsed: () => keep({ used: true }),
  };
}

function readLink(token: string, query: URLSearchParams): Kept {
  const flowId = query.get(FLOW_ID_PARAMETER);
  return { token, ...(flowId ? { flowId } : {}) };
}

function keptIn(state: unknown): Kept {
  if (typeof state !== 'object' || state === null) return {};
  const { token, flowId, used } = state as Record<keyof Kept, unknown>;
  return {
    ...(typeof token === 'string' ? { token } : {}),
    ...(typeof flowId === 'string' ? { flowId } : {}),
    used: used === true,
  };
}
