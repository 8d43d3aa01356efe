import type { ReactNode } from 'react';
import { callFailureOf, type CallFailure } from '../../http/call.js';
import { failureText } from '../../http/failure-text.js';
import { texts } from '../../texts/ja.js';
import { Button } from '../buttons/button.js';
import { ErrorNotice } from './notice.js';

/** Shows why a call failed, and nothing without a failure. `error` comes from the hook of a query or a mutation. */
export function CallFailureNotice({ title, error }: { title: string; error: unknown }) {
  const failure = callFailureOf(error);
  return failure ? <ErrorNotice title={title}>{failureText(failure)}</ErrorNotice> : null;
}

interface LoadFailureProps {
  title: string;
  /** A query's hook gives it. */
  error: unknown;
  onRetry: () => unknown;
  /** It replaces the text of a code that has another one on this screen. */
  textOf?: (failure: CallFailure) => string;
  /** Further buttons follow the retry button. */
  children?: ReactNode;
}

/** It replaces what could not be loaded: it says why, and a button loads it again. */
export function LoadFailure({ title, error, onRetry, textOf = failureText, children }: LoadFailureProps) {
  const failure = callFailureOf(error);
  return (
    <div className="stack-16">
      <ErrorNotice title={title}>{failure && textOf(failure)}</ErrorNotice>
      <div className="wrap-8">
        <Button onClick={() => void onRetry()}>{texts.retry}</Button>
        {children}
      </div>
    </div>
  );
}
