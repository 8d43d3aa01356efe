import { useEffect, useEffectEvent } from 'react';
import { customPathTexts } from '../../../texts/publish/custom-path.js';
import { texts } from '../../../texts/ja.js';
import { CustomPathField, type CustomPathFieldProps } from './custom-path-field.js';
import styles from './checked-path-field.module.css';
import { usePathCheck, type PathCheck } from './use-path-check.js';

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

/** The server checks the custom address while it is typed. */
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
