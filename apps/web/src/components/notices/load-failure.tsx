import type { ReactNode } from 'react';
import { callFailureOf, type CallFailure } from '../../http/call.js';
import { failureText } from '../../http/failure-text.js';
import { texts } from '../../texts/ja.js';
import { Button } from '../buttons/button.js';
import styles from './load-failure.module.css';
import { ErrorNotice } from './notice.js';

interface LoadFailureProps {
  title: string;
  /** As a query's hook has it. */
  error: unknown;
  onRetry: () => unknown;
  /** Where a code has another text on this screen. */
  textOf?: (failure: CallFailure) => string;
  /** Further buttons. */
  children?: ReactNode;
}

/** In the place of what could not be loaded: the reason, and a button that loads it again. */
export function LoadFailure({ title, error, onRetry, textOf = failureText, children }: LoadFailureProps) {
  const failure = callFailureOf(error);
  return (
    <div className={styles['failure']}>
      <ErrorNotice title={title}>{failure && textOf(failure)}</ErrorNotice>
      <div className={styles['actions']}>
        <Button onClick={() => void onRetry()}>{texts.retry}</Button>
        {children}
      </div>
    </div>
  );
}
