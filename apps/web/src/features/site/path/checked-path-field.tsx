import { useEffect, useEffectEvent } from 'react';
import { customPathTexts } from '../../../texts/publish/file.js';
import { texts } from '../../../texts/ja.js';
import { CustomPathField, type CustomPathFieldProps } from './custom-path-field.js';
import styles from './checked-path-field.module.css';
import { customPathPattern } from '@haru/contracts';
import { useCheckPathQuery } from '../../../api/api.js';
import { useAfterPause } from '../../../components/hooks.js';

const hints: Record<PathCheck, string> = {
  none: customPathTexts.hint,
  checking: customPathTexts.checking,
  free: customPathTexts.free,
  taken: '',
};

interface CheckedPathFieldProps extends CustomPathFieldProps {
  /** Called with the path when it is taken, and with '' when it is free. */
  onTaken: (path: string) => void;
}

export function CheckedPathField({ problem, onTaken, ...rest }: CheckedPathFieldProps) {
  const check = usePathCheck(rest.value);
  const note = useEffectEvent(() => onTaken(check === 'taken' ? rest.value : ''));
  useEffect(() => {
    if (check === 'taken' || check === 'free') note();
  }, [check]);
  const taken = check === 'taken' ? texts.errors.PATH_TAKEN : undefined;
  return (
    <div className={styles['field']}>
      <CustomPathField {...rest} hint={hints[check]} problem={problem ?? taken} />
      <p className="visually-hidden" role="status">
        {check === 'free' ? customPathTexts.free : taken}
      </p>
    </div>
  );
}

/** The server is asked after a pause in typing of this length. */
const PAUSE_MS = 400;

type PathCheck = 'none' | 'checking' | 'free' | 'taken';

/** Tells whether the typed path is available. Publishing decides: a failed check means nothing. */
function usePathCheck(path: string): PathCheck {
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
