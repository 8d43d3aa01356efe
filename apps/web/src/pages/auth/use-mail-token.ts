import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import type { MailLinkToken } from '../../session/links/mail-link-calls.js';
import { FLOW_ID_PARAMETER } from '../../session/links/link-arrival.js';

/** The page keeps it with its entry in the browser's history, so that a reload finds it again. */
const keptSchema = z.object({
  token: z.string().optional(),
  flowId: z.string().optional(),
  used: z.boolean().optional(),
});
type Kept = z.infer<typeof keptSchema>;

export type MailLinkType = 'signup' | 'recovery';

/** Removes the token from the address, so that nobody copies, bookmarks or shows it by accident. */
export function useMailToken(type: MailLinkType) {
  const [query] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const given = query.get('type') === type ? query.get('token') : null;
  const [arrived] = useState<Kept>(() =>
    given
      ? { token: given, flowId: query.get(FLOW_ID_PARAMETER) ?? undefined }
      : (keptSchema.safeParse(location.state).data ?? {}),
  );

  const keep = (kept: Kept) => void navigate(location.pathname, { replace: true, state: kept });
  const cleanAddress = useEffectEvent(() => {
    if (given) keep(arrived);
  });
  useEffect(() => cleanAddress(), []);
  const { token, flowId, used } = arrived;
  const link: MailLinkToken | undefined = token ? { tokenHash: token, flowId } : undefined;
  /** `markUsed` is called when the token was used, or can never be used. */
  return { link, isUsed: used === true, markUsed: () => keep({ used: true }) };
}
