import { limits } from '@haru/contracts';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

/** Goes home a moment after `done`, so that the good news can be read. */
export function useRedirectHome(done: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!done) return undefined;
    const timer = window.setTimeout(() => void navigate('/', { replace: true }), limits.redirectAfterConfirmMs);
    return () => window.clearTimeout(timer);
  }, [done, navigate]);
}
