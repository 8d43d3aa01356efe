import { limits } from '@haru/contracts';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../paths.js';

/** Goes home a moment after `done`, so that the good news can be read. */
export function useRedirectHome(done: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!done) return undefined;
    const timer = window.setTimeout(
      () => void navigate(paths.publish, { replace: true }),
      limits.redirectAfterConfirmMs,
    );
    return () => window.clearTimeout(timer);
  }, [done, navigate]);
}
