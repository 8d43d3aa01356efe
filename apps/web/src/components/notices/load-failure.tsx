import type { ReactNode } from 'react';
import { callFailureOf, type CallFailure, failureText } from '../../http/failure.js';
import { withoutInputKept } from '../../texts/errors/first-errors.js';
import { texts } from '../../texts/ja.js';
import { Button } from '../buttons/button.js';
import { ErrorNotice } from './notice.js';

export function CallFailureNotice({ title, error }: { title: string; error: unknown }) {
  const failure = callFailureOf(error);
  return failure ? <ErrorNotice title={title}>{failureText(failure)}</ErrorNotice> : null;
}

interface LoadFailureProps {
  title: string;
  error: unknown;
  onRetry: () => unknown;
  textOf?: (failure: CallFailure) => string;
  children?: ReactNode;
}

const textWhereNothingWasTyped = (failure: CallFailure): string => withoutInputKept(failureText(failure));

export function LoadFailure({ title, error, onRetry, textOf = textWhereNothingWasTyped, children }: LoadFailureProps) {
  const failure = callFailureOf(error);
  return (
    <ErrorNotice
      actions={
        <>
          <Button onClick={() => void onRetry()}>{texts.retry}</Button>
          {children}
        </>
      }
      title={title}
    >
      {failure && textOf(failure)}
    </ErrorNotice>
  );
}

export function LoadState(failure: LoadFailureProps) {
  return failure.error === undefined ? <p role="status">{texts.loading}</p> : <LoadFailure {...failure} />;
}
