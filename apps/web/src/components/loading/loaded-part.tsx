import { Suspense, type ReactNode, Component } from 'react';
import { texts } from '../../texts/ja.js';
import { ErrorNotice } from '../notices/notice.js';
import styles from './loading.module.css';

/** A part whose code could not be loaded does not affect the others. */
export function LoadedPart({
  fallback,
  failed = <ErrorNotice>{texts.dialogUnavailable}</ErrorNotice>,
  children,
}: {
  fallback?: ReactNode;
  failed?: ReactNode;
  children: ReactNode;
}) {
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

/** React reports what was thrown to the console; this only keeps the screen useful. */
export class ErrorBoundary extends Component<{ fallback: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

/** It is shown while code is loading; hidden at first, so that a fast connection shows no flicker. */
export function Loading() {
  return (
    <p className={styles['loading']} role="status">
      {texts.loading}
    </p>
  );
}
