import { texts } from '../../../texts/ja.js';
import { CustomPathField, type CustomPathFieldProps } from './custom-path-field.js';
import styles from './checked-path-field.module.css';
import { usePathCheck, type PathCheck } from './use-path-check.js';

const hints: Record<PathCheck, string> = {
  none: texts.publish.pathHint,
  checking: texts.publish.pathChecking,
  free: texts.publish.pathFree,
  taken: '',
};

/** The custom address, checked by the server while it is typed. */
export function CheckedPathField({ problem, ...rest }: CustomPathFieldProps) {
  const check = usePathCheck(rest.value);
  const taken = check === 'taken' ? texts.errors.PATH_TAKEN : undefined;
  return (
    <div className={styles['field']}>
      <CustomPathField {...rest} hint={hints[check]} problem={problem ?? taken} />
      <p className="visually-hidden" role="status">
        {check === 'free' ? texts.publish.pathFree : taken}
      </p>
    </div>
  );
}
