import { Suspense, type ReactNode } from 'react';
import { texts } from '../../texts/ja.js';
import { ErrorNotice } from '../notices/notice.js';
import { ErrorBoundary } from './error-boundary.js';

interface LoadedPartProps {
  fallback?: ReactNode;
  /** It is shown where the part could not be loaded. */
  failed?: ReactNode;
  children: ReactNode;
}

/**
 * Shows a part whose code is loaded when it is first shown. A part that could not be loaded does not affect the
 * others.
 */
export function LoadedPart({
  fallback,
  failed = <ErrorNotice>{texts.dialogUnavailable}</ErrorNotice>,
  children,
}: LoadedPartProps) {
  return (
    <ErrorBoundary fallback={failed}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** The screen is complete without this part, also where its code cannot be loaded. */
export function OptionalPart({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  );
}
