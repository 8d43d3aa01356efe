import { customPathPattern } from '@haru/contracts';
import { useCheckPathQuery } from '../../../api/api.js';
import { useAfterPause } from '../../../components/use-after-pause.js';

/** The server is asked after a pause in typing of this length. */
const PAUSE_MS = 400;

export type PathCheck = 'none' | 'checking' | 'free' | 'taken';

/** Tells whether the typed path is available. Publishing decides: a failed check means nothing. */
export function usePathCheck(path: string): PathCheck {
  const settled = useAfterPause(path, PAUSE_MS);
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
