import { limits } from '@haru/contracts';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../paths.js';

/** Opens the publish screen or the dashboard a moment after `done`, so that the message can be read. */
export function useRedirectHome(done: boolean, home: string = paths.publish): void {
  const navigate = useNavigate();
  const goHome = useEffectEvent(() => void navigate(home, { replace: true }));
  useEffect(() => {
    if (!done) return undefined;
    const timer = window.setTimeout(() => goHome(), limits.redirectAfterConfirmMs);
    return () => window.clearTimeout(timer);
  }, [done]);
}
