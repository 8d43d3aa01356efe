import { Suspense, type ReactNode } from 'react';
import { texts } from '../../texts/ja.js';
import { ErrorNotice } from '../notices/notice.js';
import { ErrorBoundary } from './error-boundary.js';

/** A part whose code is loaded when it is first shown. One that could not be loaded leaves the others alone. */
export function LoadedPart({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) {
  return (
    <ErrorBoundary fallback={<ErrorNotice>{texts.dialogUnavailable}</ErrorNotice>}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}
