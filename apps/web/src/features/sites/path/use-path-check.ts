import { customPathPattern } from '@haru/contracts';
import { useEffect, useState } from 'react';
import { useCheckPathQuery } from '../../../api/api.js';

/** A pause in typing this long asks the server. */
const PAUSE_MS = 400;

export type PathCheck = 'none' | 'checking' | 'free' | 'taken';

/** Whether the typed path is available. Publishing decides: a failed check means nothing. */
export function usePathCheck(path: string): PathCheck {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(path), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [path]);
  const askable = customPathPattern.test(path);
  const { currentData, isFetching } = useCheckPathQuery(settled, {
    skip: !askable || settled !== path,
    refetchOnMountOrArgChange: true,
  });
  if (!askable) return 'none';
  if (settled !== path || isFetching) return 'checking';
  if (currentData === undefined) return 'none';
  return currentData ? 'free' : 'taken';
}
