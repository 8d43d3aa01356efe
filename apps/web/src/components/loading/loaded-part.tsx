import { Suspense, type ReactNode } from 'react';
import { texts } from '../../texts/ja.js';
import { ErrorNotice } from '../notices/notice.js';
import { ErrorBoundary } from './error-boundary.js';

interface LoadedPartProps {
  fallback?: ReactNode;
  /** Shown where the part could not be loaded. */
  failed?: ReactNode;
  children: ReactNode;
}

/** A part whose code is loaded when it is first shown. One that could not be loaded leaves the others alone. */
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

/** A part that the screen is complete without, also where its code cannot be loaded. */
export function OptionalPart({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  );
}
